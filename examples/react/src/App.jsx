import { useDoorward } from '@doorward/client/react'
import { Orders } from './Orders.jsx'
import { SignIn } from './SignIn.jsx'

export function App() {
  const { client, user, status } = useDoorward()
  return (
    <main>
      <h1>Orders</h1>
      {status === 'unknown' && <p>Loading …</p>}
      {status === 'signed-out' && <SignIn />}
      {status === 'signed-in' && (
        <>
          <p>
            Signed in as {user.name} <button onClick={() => client.signOut()}>Sign out</button>
          </p>
          <Orders />
        </>
      )}
    </main>
  )
}

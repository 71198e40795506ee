import { useState } from 'react'
import { isReason } from '@doorward/client'
import { useDoorward } from '@doorward/client/react'

export function SignIn() {
  const { client } = useDoorward()
  const [message, setMessage] = useState('')
  // A sign-in that waits for a second factor.
  const [pending, setPending] = useState(null)

  async function submit(event) {
    event.preventDefault()
    setMessage('')
    const fields = Object.fromEntries(new FormData(event.target))
    try {
      if (pending) await client.continueSignIn({ flow: pending.flow, method: 'totp', code: fields.code })
      else await client.signIn(fields)
    } catch (error) {
      if (isReason(error, 'second_factor_required')) setPending(error.data)
      else setMessage(error.message)
      if (isReason(error, 'sign_in_expired')) setPending(null)
    }
  }

  return (
    <form onSubmit={submit}>
      {pending ? (
        <label key="code">
          Code of your authenticator app <input name="code" autoComplete="one-time-code" />
        </label>
      ) : (
        <>
          <label>
            Username <input name="username" autoComplete="username" />
          </label>
          <label>
            Password <input name="password" type="password" autoComplete="current-password" />
          </label>
        </>
      )}
      <button>Sign in</button>
      <p role="alert">{message}</p>
    </form>
  )
}

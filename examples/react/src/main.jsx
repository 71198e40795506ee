import { createRoot } from 'react-dom/client'
import { createClient } from '@doorward/client'
import { DoorwardProvider } from '@doorward/client/react'
import { App } from './App.jsx'

const client = createClient()
createRoot(document.getElementById('root')).render(
  <DoorwardProvider client={client}>
    <App />
  </DoorwardProvider>,
)

// Without a connection it stays unknown who is signed in: that is no sign-out.
const restore = () => client.restore().catch(() => setTimeout(restore, 2000))
restore()

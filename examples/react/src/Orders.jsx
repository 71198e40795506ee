import { useCallback, useEffect, useState } from 'react'
import { useDoorward } from '@doorward/client/react'

export function Orders() {
  const { client, can } = useDoorward()
  const [orders, setOrders] = useState([])
  const [message, setMessage] = useState('')

  const load = useCallback(async () => {
    const response = await client.fetch('/orders')
    const answer = await response.json()
    if (response.ok) setOrders(answer.orders)
    else setMessage(answer.message)
  }, [client])

  useEffect(() => {
    load().catch((error) => setMessage(error.message))
  }, [load])

  async function order() {
    const body = JSON.stringify({ item: 'Chair', amount: 1 })
    await client.fetch('/orders', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    await load()
  }

  return (
    <>
      <ul>
        {orders.map(({ id, item, amount }) => (
          <li key={id}>
            {amount} × {item}
          </li>
        ))}
      </ul>
      {can('orders:create') && <button onClick={order}>Order a chair</button>}
      <p role="alert">{message}</p>
    </>
  )
}

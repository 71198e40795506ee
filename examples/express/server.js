// An API whose endpoints need a permission. It verifies tokens itself, and knows within seconds which sessions have ended.
import express from 'express'
import { protect } from '@doorward/client/express'
import { createVerifier } from '@doorward/client/verify'

const { DOORWARD_URL = 'http://127.0.0.1:8000', DOORWARD_ISSUER = 'doorward', DOORWARD_AUDIENCE = 'doorward', PORT = '3000' } = process.env
const verifier = createVerifier({ url: DOORWARD_URL, issuer: DOORWARD_ISSUER, audience: DOORWARD_AUDIENCE })

const orders = [{ id: 1, item: 'Lamp', amount: 2 }]
const app = express().use(express.json())

app.get('/orders', protect(verifier, 'orders:read'), (request, response) => {
  response.json({ orders, user: request.principal.sub })
})

app.post('/orders', protect(verifier, 'orders:create'), (request, response) => {
  const order = { id: orders.length + 1, item: String(request.body.item), amount: Number(request.body.amount) || 1 }
  orders.push(order)
  response.status(201).json(order)
})

app.listen(Number(PORT), '127.0.0.1', () => console.log(`Orders: http://127.0.0.1:${PORT}/orders`))

export default defineProtectedHandler('orders:read', (_, { sub }) => {
  return { orders: [{ id: 1, item: 'Lamp', amount: 2 }], user: sub }
})

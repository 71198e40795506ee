const { DOORWARD_URL = 'http://127.0.0.1:8000', ORDERS_URL = 'http://127.0.0.1:3000' } = process.env
// With Doorward at the origin of the page, the refresh token is in a cookie that scripts can't read.
const proxy = { '/api': DOORWARD_URL, '/orders': ORDERS_URL }

export default { server: { proxy }, preview: { proxy } }

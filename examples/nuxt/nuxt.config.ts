const { DOORWARD_URL = 'http://127.0.0.1:8000' } = process.env

export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  devtools: { enabled: false },
  telemetry: false,
  sourcemap: false,
  // With Doorward at the origin of the page, the refresh token is in a cookie that scripts can't read.
  routeRules: { '/api/**': { proxy: `${DOORWARD_URL}/api/**` } },
})

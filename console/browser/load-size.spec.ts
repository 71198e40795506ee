import { expect, test } from './support'

const LOCALES = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'zh', 'zh-Hant']

test('the first load stays within 150 KB compressed in every language', async ({ open, baseURL }) => {
  const page = await open('/sign-in', { as: null })
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const urls = new Map<string, string>()
  let bytes = 0
  client.on('Network.responseReceived', ({ requestId, response }) => response.url.includes('/console') && urls.set(requestId, response.url))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (urls.has(requestId)) bytes += encodedDataLength
  })
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const locale of LOCALES) {
    await page.evaluate((locale) => localStorage.setItem('doorward.locale', locale), locale)
    urls.clear()
    bytes = 0
    await page.goto(`${baseURL}/console/users`)
    await expect(page.getByRole('main').getByRole('heading')).toBeVisible()
    await expect(page.getByRole('main').getByRole('combobox').first()).toHaveValue(locale)
    expect(urls.size).toBeGreaterThan(2)
    expect(bytes, locale).toBeLessThan(150_000)
    console.log(`first load in ${locale}: ${urls.size} files, ${(bytes / 1000).toFixed(1)} KB`)
  }
})

test('files are compressed, cached as immutable, and not requested again', async ({ open }) => {
  const page = await open('/sign-in', { as: null })
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => name.endsWith('.js')))
  const response = await page.request.get(scripts[0]!, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
  // At the first reload, a file may still be on its way to the cache of the browser.
  await expect(async () => {
    await page.reload()
    const fetched = await page.evaluate(() => (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter((entry) => entry.name.includes('/assets/') && entry.transferSize > 0).map((entry) => entry.name))
    expect(fetched).toEqual([])
  }).toPass({ timeout: 20_000 })
})

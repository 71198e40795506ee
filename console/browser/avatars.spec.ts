/** Profile pictures: a host that is asked for one learns when an administrator looks. */
import type { Page } from '@playwright/test'
import { expect, row, test, unique } from './support'

const port = Number(process.env.DOORWARD_TEST_PORT)

function hosts(page: Page): Set<string> {
  const asked = new Set<string>()
  page.context().on('request', (request) => asked.add(new URL(request.url()).host))
  return asked
}

test('no other host is asked for a picture', async ({ open, api, baseURL }) => {
  const name = unique('Pictured')
  const user = await api.user({ username: name.toLowerCase(), name, avatar: `https://127.0.0.1:${port + 1}/picture.png` })
  const page = await open('/account')
  const asked = hosts(page)
  await page.goto(`/console/users?keyword=${name}`)
  await expect(row(page, name).locator('.avatar')).toHaveText('P')
  await page.goto(`/console/users/${user.id}`)
  await expect(page.getByLabel('Profile picture')).toHaveValue(user.avatar)
  await page.waitForLoadState('networkidle')
  expect([...asked]).toEqual([new URL(baseURL!).host])
})

test('the policy of the page allows pictures of this service only', async ({ open, baseURL }) => {
  const page = await open('/account')
  const policy = (await page.request.get(`${baseURL}/console`)).headers()['content-security-policy']
  expect(policy).toContain("img-src 'self' data:;")
})

test.describe('with the origin in the settings', () => {
  test.use({ baseURL: `http://127.0.0.1:${port + 1}` })

  test('a picture is shown', async ({ open, api }) => {
    const name = unique('Pictured')
    await api.user({ username: name.toLowerCase(), name, avatar: `http://127.0.0.1:${port}/console/icon.svg` })
    const page = await open(`/users?keyword=${name}`)
    const picture = row(page, name).locator('.avatar img')
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })
})

/** Texts that are put together from parts, in Chinese, where sentences have no space between them; and boxes that a second line stretches. */
import { expect, row, test, unique } from './support'

test('parts of a text are put together as Chinese does', async ({ open, api }) => {
  const user = await api.user({ username: unique('wording'), name: 'Wording Person' })
  const webhook = await api.call('POST', '/api/webhooks', { url: 'http://127.0.0.1:8399/events', events: ['*'], description: unique('all') })
  const page = await open(`/users/${user.id}`, { chinese: true })
  await expect(page.getByText('修改密码会结束所有会话。至少 8 个字符', { exact: false })).toBeVisible()
  await page.goto('/console/')
  await expect(page.getByRole('link', { name: /^查看全部：/ }).first()).toBeVisible()
  expect(webhook.status).toBe(200)
  await page.goto('/console/services/webhooks')
  await expect(page.getByRole('cell', { name: '所有事件' }).first()).toBeVisible()
})

const PHONE = { width: 390, height: 844 }

test.describe('on a phone', () => {
  test('an error beneath one filter does not stretch the one beside it', async ({ open }) => {
    const page = await open('/users', { viewport: PHONE })
    await page.getByRole('button', { name: 'Filters' }).click()
    const phone = page.getByLabel('Phone')
    const before = (await phone.boundingBox())!.height
    await page.getByLabel('ID', { exact: true }).fill('x')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByLabel('ID', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    expect((await phone.boundingBox())!.height).toBe(before)
  })

  test('the banner of acting as a user leaves room above the heading, and its icon keeps its size', async ({ open, api }) => {
    const username = unique('acted')
    await api.user({ username, name: 'Acted Person', roles: ['user'] })
    const page = await open(`/users?keyword=${username}`, { viewport: PHONE })
    await row(page, 'Acted Person').getByRole('button', { name: 'Actions for Acted Person' }).click()
    await page.getByRole('menuitem', { name: 'Act as this user' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Act as this user' }).click()
    const banner = page.locator('.banner[role=status]')
    await expect(banner).toBeVisible()
    const [box, heading, icon] = [(await banner.boundingBox())!, (await page.getByRole('heading', { level: 1 }).boundingBox())!, (await banner.locator('svg').boundingBox())!]
    expect(box.height).toBeGreaterThan(50)
    expect(heading.y).toBeGreaterThan(box.y + box.height + 8)
    expect(icon.width).toBe(16)
  })
})

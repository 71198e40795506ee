/** The console in Arabic: pages run from right to left, fit the width, and keep identifiers from left to right. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, settled, test, unique } from './support'

const WIDTHS = [1440, 768, 360]
const PAGES = ['/', '/users', '/users/new', '/users/{id}/overview', '/users/{id}/access', '/roles', '/services/webhooks', '/audit', '/mail', '/system', '/account']

test('no page scrolls sideways in Arabic', async ({ open, api }) => {
  const name = 'محمد عبد الرحمن '.repeat(4).trim()
  const { id } = await api.user({ username: unique('arabic'), name, email: `${unique('a-long-address')}@mail.department.example.com` })
  const page = await open('/sign-in', { language: 'ar' })
  for (const path of PAGES) {
    await page.goto(`/console${path.replace('{id}', id)}`)
    await settled(page)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      // The page follows the width in its next frame.
      await expect.poll(() => sideways(page), `${path} at ${width} px`).toEqual([])
      const images = process.env.DOORWARD_TEST_LAYOUT_IMAGES
      if (images) await page.screenshot({ path: join(images, `ar-${width}${path.replaceAll(/\W/g, '-')}.png`) })
    }
  }
})

test('what is at the start of a line in English is at its right end in Arabic', async ({ open, api }) => {
  const user = await api.user({ username: unique('arabic'), name: 'ليلى حسن' })
  const page = await open(`/users?keyword=${user.username}`, { language: 'ar' })
  const row = page.getByRole('row').filter({ hasText: user.username })
  const [menu, content] = await Promise.all([page.getByRole('navigation').first().boundingBox(), page.getByRole('main').boundingBox()])
  expect(menu!.x).toBeGreaterThan(content!.x)
  const [box, link] = await Promise.all([row.getByRole('checkbox').boundingBox(), row.getByRole('link').first().boundingBox()])
  expect(box!.x).toBeGreaterThan(link!.x)
  await expect(row.getByText(user.username)).toHaveCSS('direction', 'ltr')
  await page.getByRole('button', { name: 'ليلى حسن' }).last().click()
  const opened = await page.getByRole('menu').boundingBox()
  expect(opened!.x).toBeLessThan(640)
})

test('a bulk action counts users in the plural form of their number', async ({ open, api }) => {
  const prefix = unique('plural')
  for (const n of [1, 2, 3]) await api.user({ username: `${prefix}-${n}` })
  // In Egypt, numbers are written with other digits.
  const page = await open(`/users?keyword=${prefix}`, { language: 'ar', locale: 'ar-EG' })
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await page.getByRole('region', { name: 'إجراءات جماعية' }).getByRole('button', { name: 'تعيين أدوار' }).click()
  await expect(page.getByRole('dialog')).toContainText('هل تريد تعيين أدوار لـ ٣ مستخدمين؟')
})

/** Elements that reach beyond the window, unless something around them scrolls or clips them. */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const beyond = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().left < -1 || element.getBoundingClientRect().right > clientWidth + 1)
    return [`${scrollWidth} > ${clientWidth}`, ...beyond.slice(0, 5).map((element) => `${element.tagName}.${element.className}`)]
  })
}

import type { Page } from '@playwright/test'
import { type Api, expect, sidewaysScroll, test, unique, violationsInBothThemes } from './support'

/** Of few files at a time: another user than those of tests at the same time. */
async function importer(api: Api): Promise<string> {
  const { name } = await api.role(unique('importers'), 'users:read', 'users:create', 'users:import')
  return (await api.user({ username: unique('importer'), roles: [name] })).username
}

async function choose(page: Page, name: string, content: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

async function check(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/console/users/import')
  await choose(page, name, content)
  await page.getByRole('button', { name: 'Check the file' }).click()
}

test('checked files that were left are found again, continued and discarded, also where they block another', async ({ open, api }) => {
  const page = await open('/users/import', { as: await importer(api) })
  const waiting = page.getByRole('region', { name: 'Checked files, not imported yet' })
  const preview = page.getByRole('region', { name: 'Import' })
  const user = unique('left')
  // Those that cannot be read are not kept.
  for (const name of ['1.csv', '2.csv', '3.csv']) {
    await check(page, name, 'colour,size\nred,4\n')
    await expect(preview.getByRole('alert')).toContainText("It has 'colour', 'size'.")
  }
  for (const name of ['first.csv', 'second.csv', `third-${'of-the-subsidiaries-'.repeat(8)}.csv`]) {
    await check(page, name, `username\n${user}\nhas space\n`)
    await expect(preview.getByText('Will be created1')).toBeVisible()
  }
  await check(page, 'fourth.csv', 'username\nanother\n')
  await expect(page.getByRole('alert')).toHaveText('Too many checked files are kept. Continue with one of those above or discard it, then check this file again.')
  await expect(waiting.getByRole('listitem')).toHaveCount(3)
  await expect(waiting.getByRole('listitem').last()).toContainText('first.csv')
  await expect(waiting.getByRole('listitem').last()).toContainText('Will be created: 1 · Will be refused: 1')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await waiting.getByRole('button', { name: 'Discard second.csv' }).click()
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.locator('#content')).toBeFocused()
  // What was chosen is still there.
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(preview.getByText('fourth.csv')).toBeVisible()
  await page.goto('/console/users/import')
  await waiting.getByRole('link', { name: 'Continue with first.csv' }).click()
  await preview.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(preview.getByText('Created1', { exact: true })).toBeVisible()
  await page.goto('/console/users/import')
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
})

test('the operation of a check leads to its preview, which offers no file that is gone', async ({ open, api }) => {
  const page = await open('/users/import', { as: await importer(api) })
  await check(page, 'people.csv', `username\n${unique('previewed')}\n`)
  const preview = page.getByRole('region', { name: 'Import' })
  const button = preview.getByRole('button', { name: 'Import', exact: true })
  await expect(button).toBeVisible()
  const id = new URL(page.url()).searchParams.get('operation')
  await page.goto(`/console/operations/${id}`)
  await page.getByRole('link', { name: 'Open the preview' }).click()
  await expect(button).toBeVisible()
  await button.click()
  await expect(preview.getByText('Created1', { exact: true })).toBeVisible()
  await page.goto(`/console/operations/${id}`)
  await page.getByRole('link', { name: 'Open the preview' }).click()
  await expect(preview.getByText('This file was imported or discarded, or has expired.')).toBeVisible()
  await expect(button).toBeHidden()
  // Others see the operation, and nothing to do with its file.
  const other = await open(`/operations/${id}`)
  await expect(other.getByRole('dialog', { name: 'Check of an import' }).getByText('Finished')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Open the preview' })).toBeHidden()
})

test('refused rows are downloaded with their numbers and reasons, all of them', async ({ open, api }) => {
  const page = await open('/users/import', { as: await importer(api) })
  const rows = Array.from({ length: 120 }, (_, number) => (number === 60 ? unique('right') : `=wrong ${number}`))
  await check(page, 'people.csv', `username\n${rows.join('\n')}\n`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^refused-rows-\d+\.csv$/)
  const stream = await (await download).createReadStream()
  const lines = Buffer.concat(await stream.toArray()).toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(120)
  expect(lines[0]).toBe('\uFEFFRow,Username,Reason')
  expect(lines[1]).toBe("1,'=wrong 0,Username: Must not contain spaces or control characters")
  expect(lines[119]).toMatch(/^120,'=wrong 119,/)
})

test('a table with Chinese headings is told which one it needs, in Chinese', async ({ open, api }) => {
  const page = await open('/users/import', { as: await importer(api), chinese: true })
  await choose(page, '名单.csv', '登录名,姓名\nann,Ann\n')
  await page.getByRole('button', { name: '检查文件' }).click()
  await expect(page.getByRole('alert')).toHaveText("文件首行应为列标题，但其中没有名为 username 的列。首行内容为：'登录名', '姓名'。请将用户名所在列的标题改为 username。")
})

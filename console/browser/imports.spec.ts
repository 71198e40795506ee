import type { Page } from '@playwright/test'
import { type Api, expect, PASSWORD, sidewaysScroll, test, unique, violationsInBothThemes } from './support'

/** Of few files at a time: another user than those of tests at the same time. */
async function importer(api: Api): Promise<string> {
  const { name } = await api.role(unique('importers'), 'users:read', 'users:create', 'users:import')
  return (await api.user({ username: unique('importer'), roles: [name] })).username
}

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

async function check(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/console/users/import')
  await choose(page, name, content)
  await page.getByRole('button', { name: 'Check the file' }).click()
}

/** Checks a file, and leaves it. */
async function leave(api: Api, username: string, filename: string, content: string): Promise<void> {
  const { token } = await api.login(username, PASSWORD)
  const { data } = await api.call('POST', `/api/imports?filename=${filename}`, content, token)
  await expect.poll(async () => (await api.call('GET', `/api/operations/${data.id}`, undefined, token)).data.finishedAt, { timeout: 30_000 }).toBeTruthy()
}

test('checked files that were left are found where they block another, and discarded', async ({ open, api }) => {
  const username = await importer(api)
  // Those that cannot be read are not kept.
  for (const name of ['1.csv', '2.csv', '3.csv']) await leave(api, username, name, 'colour,size\nred,4\n')
  for (const name of ['first.csv', 'second.csv', `third-${'of-the-subsidiaries-'.repeat(8)}.csv`]) await leave(api, username, name, `username\n${unique('left')}\nhas space\n`)
  const page = await open('/users/import', { as: username })
  const waiting = page.getByRole('region', { name: 'Checked files, not imported yet' })
  await expect(waiting.getByRole('listitem')).toHaveCount(3)
  await expect(waiting.getByRole('listitem').last()).toContainText('first.csv')
  await expect(waiting.getByRole('listitem').last()).toContainText('Will be created: 1 · Will be refused: 1')
  await choose(page, 'fourth.csv', 'username\nanother\n')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('alert')).toHaveText('Too many checked files are kept. Continue with one of those above or discard it, then check this file again.')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)
  await waiting.getByRole('button', { name: 'Discard second.csv' }).click()
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.locator('#content')).toBeFocused()
  // What was chosen is still there.
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('region', { name: 'Import' }).getByText('fourth.csv')).toBeVisible()
})

test('a checked file that was left is continued and imported', async ({ open, api }) => {
  const username = await importer(api)
  await leave(api, username, 'people.csv', `username\n${unique('left')}\n`)
  const page = await open('/users/import', { as: username })
  await page.getByRole('link', { name: 'Continue with people.csv' }).click()
  const preview = page.getByRole('region', { name: 'Import' })
  await preview.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(preview.getByText('Created1', { exact: true })).toBeVisible()
  await preview.getByRole('button', { name: 'Import another file' }).click()
  await expect(page.getByRole('button', { name: 'Check the file' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Checked files, not imported yet' })).toBeHidden()
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
  expect(lines[0]).toBe('\uFEFFData row,Username,Reason')
  expect(lines[1]).toBe("1,'=wrong 0,Username: Must not contain spaces or control characters")
  expect(lines[119]).toMatch(/^120,'=wrong 119,/)
})

test('a table with Chinese headings is told which one it needs, in Chinese', async ({ open, api }) => {
  const page = await open('/users/import', { as: await importer(api), chinese: true })
  await choose(page, '名单.csv', '登录名,姓名\nann,Ann\n')
  await page.getByRole('button', { name: '检查文件' }).click()
  await expect(page.getByRole('alert')).toHaveText("文件首行应为列标题，但其中没有名为 username 的列。首行内容为：“登录名”、“姓名”。请将用户名所在列的标题改为 username 或“用户名”。")
})

test('a table of Excel in Chinese is read, and what is wrong with its rows is told in Chinese', async ({ open, api }) => {
  const page = await open('/users/import', { as: await importer(api), chinese: true })
  await expect(page.getByRole('option', { name: 'RuoYi 若依' })).toHaveCount(1)
  const name = unique('lin')
  // 用户名,状态,createdAt,mustChangePassword in GBK, and a row whose status is 在职.
  const gbk = Buffer.concat([Buffer.from('d3c3bba7c3fb2cd7b4ccac', 'hex'), Buffer.from(`,createdAt,mustChangePassword\n${name},1,,\nli,`), Buffer.from('d4dad6b0', 'hex'), Buffer.from(',,\nwang,1,x,\nzhao,1,,x\n' + `${name},1,,\n`)])
  await choose(page, '名单.csv', gbk)
  await page.getByRole('button', { name: '检查文件' }).click()
  const preview = page.getByRole('region', { name: '导入' })
  await expect(preview.getByText('将创建1', { exact: true })).toBeVisible()
  await expect(preview.locator('.failures li')).toHaveText([
    /^第 2 行数据： *li *状态：须为 1（启用）或 0（禁用）$/,
    /^第 3 行数据： *wang *createdAt：须为时间/,
    /^第 4 行数据： *zhao *mustChangePassword：须为 true 或 false$/,
    /^第 5 行数据：.*用户名：与文件中前面的某一行重复$/,
  ])
})

test('an empty file is called empty', async ({ open, api }) => {
  const page = await open('/users/import', { as: await importer(api) })
  await choose(page, 'people.csv', '')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('alert')).toHaveText('The file is empty.')
})

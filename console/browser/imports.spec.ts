import type { Page } from '@playwright/test'
import { type Api, expect, test, unique } from './support'

/** Of few files at a time: another user than those of tests at the same time. */
async function importer(api: Api): Promise<string> {
  const { name } = await api.role(unique('importers'), 'users:read', 'users:create', 'users:import')
  return (await api.user({ username: unique('importer'), roles: [name] })).username
}

async function choose(page: Page, name: string, content: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

test('a table with Chinese headings is told which one it needs, in Chinese', async ({ open, api }) => {
  const page = await open('/users/import', { as: await importer(api), chinese: true })
  await choose(page, '名单.csv', '登录名,姓名\nann,Ann\n')
  await page.getByRole('button', { name: '检查文件' }).click()
  await expect(page.getByRole('alert')).toHaveText("文件首行应为列标题，但其中没有名为 username 的列。首行内容为：'登录名', '姓名'。请将用户名所在列的标题改为 username。")
})

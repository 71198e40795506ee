import { expect, test } from './support'

const PORT = Number(process.env.DOORWARD_TEST_PORT)
// One pixel.
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

// No other test looks at the brand of this service.
test.use({ baseURL: `http://127.0.0.1:${PORT + 8}` })

test('name, colour, links and logos are changed, previewed and reset', async ({ open, api }) => {
  test.slow()
  const page = await open('/branding')
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByLabel('Name', { exact: true }).fill('Harbour Office')
  await expect(preview.getByText('Harbour Office')).toHaveCount(2)
  await page.getByLabel('Colour', { exact: true }).fill('#ffe000')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Colour', { exact: true })).toHaveAccessibleDescription(/contrast of 1\.\d+:1/)
  await page.getByLabel('Colour', { exact: true }).fill('#0a7a4b')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('Label of link 1').fill('Privacy')
  await page.getByLabel('Address of link 1').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('https://')
  await page.getByLabel('Address of link 1').fill('https://example.com/privacy')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('status').getByText('Branding updated')).toBeVisible()
  expect((await api.call('GET', '/api/branding')).data).toMatchObject({ name: 'Harbour Office', colour: '#0a7a4b', footerLinks: [{ label: 'Privacy', address: 'https://example.com/privacy' }] })

  const upload = page.getByLabel('Upload: On light backgrounds')
  await upload.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.getByRole('alert')).toContainText('PNG, JPEG, WebP, GIF or SVG')
  await upload.setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: PNG })
  await expect(page.getByRole('img', { name: 'On light backgrounds' })).toHaveJSProperty('naturalWidth', 1)
  await page.getByRole('button', { name: 'Remove: On light backgrounds' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('img', { name: 'On light backgrounds' })).toHaveCount(0)

  // Mutant: what differs from the brand that came with the picture counts as typed, and takes the change of another back.
  expect((await api.call('PUT', '/api/branding', { name: 'Named elsewhere' })).status).toBe(200)
  await upload.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByRole('img', { name: 'On light backgrounds' })).toHaveJSProperty('naturalWidth', 1)
  await page.getByLabel('Colour', { exact: true }).fill('#005f73')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Named elsewhere')
  expect((await api.call('GET', '/api/branding')).data).toMatchObject({ name: 'Named elsewhere', colour: '#005f73' })

  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Doorward')
})

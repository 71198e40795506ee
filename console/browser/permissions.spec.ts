import { expect, test, unique } from './support'

test('a user without permissions sees only their account', async ({ open, api }) => {
  const user = await api.user({ username: unique('plain') })
  const page = await open('/', { as: user.username })
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['My account'])
  for (const [path, needed] of [
    ['/users', 'users:read'],
    ['/roles', 'roles:read'],
    ['/operations', 'users:update, users:delete, or users:import'],
    ['/users/new?next=1', 'users:create'],
  ] as const) {
    await page.goto(`/console${path}`)
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
    await expect(page.getByText(`It takes the permission ${needed}.`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/console${path.replace('?', '\\?')}$`))
  }
  await page.getByRole('link', { name: 'Go to home page' }).click()
  await expect(page).toHaveURL(/\/account$/)
  const { token } = await api.login(user.username, 'a long enough password')
  for (const path of ['/api/users', '/api/roles', '/api/audit', '/api/stats']) expect((await api.call('GET', path, undefined, token)).status).toBe(403)
})

test('a user with read access is offered no changes, and the API rejects them', async ({ open, api }) => {
  const role = unique('readers')
  await api.role(role, 'users:read')
  const user = await api.user({ username: unique('reader'), name: 'Reader', roles: [role] })
  const page = await open(`/users?keyword=${user.username}`, { as: user.username })
  await expect(page.getByRole('link', { name: 'Reader', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New user' })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Reader' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['View', 'Security'])
  await page.getByRole('menuitem', { name: 'View' }).click()
  await expect(page.getByRole('dialog').getByLabel('Username')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  const { token } = await api.login(user.username, 'a long enough password')
  expect((await api.call('PUT', `/api/users/${user.id}`, { name: 'x' }, token)).data.reason).toBe('permission_denied')
})

test('a user cannot assign a role with permissions they do not have', async ({ open, api }) => {
  const role = unique('delegates')
  await api.role(role, 'users:*', 'roles:read')
  const delegate = await api.user({ username: unique('delegate'), roles: [role] })
  const page = await open('/users/new', { as: delegate.username })
  await expect(page.getByRole('checkbox', { name: /^admin/ })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: role })).toBeEnabled()
})

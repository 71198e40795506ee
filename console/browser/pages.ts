/** All pages of the console, with data that is longer than usual: a new page is a new line, and a test names one that is missing. */
import { type Api, expect, unique } from './support'

/** What `{...}` stands for is returned by `prepare`. */
export const PAGES = [
  '/',
  '/users',
  '/users?columns=id,username,email,phone,roles,status,lastLogin,created,updated&density=compact',
  '/users?keyword=no-such-user',
  '/users/new',
  '/users/invite',
  '/users/import',
  '/users/{user}',
  '/users/{user}#sessions',
  '/users/{user}#security',
  '/users/987654321',
  '/users/{user}/overview',
  '/users/{user}/profile',
  '/users/{user}/access',
  '/users/{user}/security',
  '/users/{user}/activity',
  '/users/987654321/overview',
  '/users/operations/{operation}',
  '/operations',
  '/operations/{operation}',
  '/invitations',
  '/invitations?state=expired',
  '/invitations/new',
  '/roles',
  '/roles/new',
  '/roles/{role}',
  '/services/accounts',
  '/services/accounts/new',
  '/services/accounts/{account}',
  '/services/webhooks',
  '/services/webhooks/new',
  '/services/webhooks/{webhook}',
  '/audit',
  '/audit?actor=no-such-user',
  '/audit?entry={entry}',
  '/mail',
  '/mail?recipient=no-such-recipient',
  '/mail/texts',
  '/mail/texts/password_reset/en',
  '/branding',
  '/system',
  '/account',
  '/developers',
  '/enrol',
  '/no-such-page',
]

/** Lists that are empty on a new service. */
export const EMPTY_PAGES = ['/operations', '/invitations', '/services/accounts', '/services/webhooks', '/mail']

const HUBERT = 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff of Philadelphia'
const DESCRIPTION = 'What people with this role may do, in all systems of the company and all of its subsidiaries, and for which reason'

/** Creates users, roles and the like with long names, in several scripts, and returns their ids. */
export async function prepare(api: Api): Promise<Record<string, string>> {
  const create = async (path: string, body: Record<string, unknown>) => {
    const response = await api.call('POST', path, body)
    expect(response.status, JSON.stringify(response)).toBe(200)
    return response.data
  }
  const roles = ['Regional-Coordinators-for-Northern-Europe-and-more', 'auditors-of-everything', 'support', 'editors', '仓库管理员'].map(unique)
  const ids: number[] = []
  for (const name of roles) ids.push((await create('/api/roles', { name, description: DESCRIPTION, permissions: ['users:read', 'orders:export-to-an-external-warehouse'] })).id)
  const users = [
    ['hubert', HUBERT, unique('hubert.blaine.wolfeschlegelsteinhausenbergerdorff'), roles],
    ['mei.lin', '林美丽与她的非常非常长的中文名字以及其他称呼', unique('mei.lin'), [roles[4]]],
    ['fatima', 'فاطمة الزهراء بنت محمد بن عبد الرحمن القرطبية الأندلسية', null, []],
    ['w'.repeat(44), 'W'.repeat(100), unique('w'), [roles[0]]],
  ] as const
  const created: number[] = []
  for (const [username, name, email, held] of users) created.push((await api.user({ username: unique(username), name, email: email && `${email}@subdivision.example.com`, roles: held, phone: '+49 30 1234567890' })).id)
  await create('/api/invitations', { email: `${unique('a.very.long.address.of.a.person.who.is.invited')}@subdivision.example.com`, name: HUBERT, roles })
  const operation = await create('/api/operations', { action: 'end_sessions', users: created.slice(0, 1) })
  const account = await create('/api/service-accounts', { name: unique('the-service-that-synchronises-the-warehouse'), description: DESCRIPTION, roles })
  const webhook = await create('/api/webhooks', { url: `https://webhooks.example.com/a/very/long/path/${'to/nowhere/'.repeat(8)}`, description: DESCRIPTION, events: ['user.*', 'role.*', 'branding.*'] })
  const [entry] = (await api.call('GET', '/api/audit')).data.list
  return Object.fromEntries(Object.entries({ user: created[0], role: ids[0], operation: operation.id, account: account.id, webhook: webhook.id, entry: entry.id }).map(([key, id]) => [key, String(id)]))
}

/** The address of a page with the ids that `prepare` returned. */
export function addressOf(path: string, ids: Record<string, string>): string {
  return `/console${path.replace(/\{(\w+)\}/, (_, key: string) => ids[key]!)}`
}

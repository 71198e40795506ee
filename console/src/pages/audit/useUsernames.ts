/** Usernames that match what is being typed. The audit trail is searched by the exact name, so they are offered to choose from. */
import { ref } from 'vue'
import { call } from '../../api/client'
import { can } from '../../session/session'

const MOST = 8

export function useUsernames() {
  const names = ref<string[]>([])
  let last = ''

  async function find(typed: string): Promise<void> {
    last = typed
    if (!typed || !can('users:read')) return void (names.value = [])
    try {
      const { data } = await call('get', '/api/users', { query: { keyword: typed, pageSize: MOST } })
      if (last === typed) names.value = data.list.map((user) => user.username)
    } catch {
      names.value = [] // Suggestions only: the search itself reports what is wrong.
    }
  }

  return { names, find }
}

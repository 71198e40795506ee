/** Columns and row height of the user list. The URL has them, so that a link shows the same; the browser remembers the last choice. */
import { computed, ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { COLUMNS, DEFAULT_COLUMNS, fitting, parseColumns } from './columns'

export type Density = 'comfortable' | 'compact'

const STORAGE_KEY = 'doorward.users.view'

interface Stored {
  columns?: string[]
  density?: Density
}

export function useTableView() {
  const route = useRoute()
  const router = useRouter()
  const stored = read()
  /** The same array while the URL names the same columns: with another one, all rows would be rendered again at each navigation. */
  const named = computed(() => route.query.columns)
  const columns = computed(() => parseColumns(named.value) ?? stored.columns ?? DEFAULT_COLUMNS)
  const density = computed<Density>(() => parseDensity(route.query.density) ?? stored.density ?? 'comfortable')

  /** Of the table, in pixels; 0 while there is none. */
  const width = ref(0)
  const shown = computed(() => fitting(columns.value, width.value))
  /** Whether a column is chosen and left out for want of room. */
  const isLeftOut = (key: string) => width.value > 0 && columns.value.includes(key) && !shown.value.some((column) => column.key === key)

  /** Replaces: "Back" undoes filters and pages, which change what is listed. */
  function change(wanted: Stored): void {
    Object.assign(stored, wanted)
    localStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
    void router.replace({ query: { ...route.query, ...(wanted.columns && { columns: wanted.columns.join(',') }), ...(wanted.density && { density: wanted.density }) } })
  }

  function toggle(key: string): void {
    const chosen = columns.value.includes(key) ? columns.value.filter((name) => name !== key) : [...columns.value, key]
    change({ columns: COLUMNS.map((column) => column.key).filter((name) => chosen.includes(name)) })
  }

  return { columns, density, width, shown, isLeftOut, toggle, setDensity: (wanted: Density) => change({ density: wanted }), reset: () => change({ columns: DEFAULT_COLUMNS, density: 'comfortable' }) }
}

function parseDensity(text: unknown): Density | undefined {
  return text === 'compact' || text === 'comfortable' ? text : undefined
}

function read(): Stored {
  try {
    const { columns, density } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, unknown>
    const known = Array.isArray(columns) ? parseColumns(columns.join(',')) : null
    const height = parseDensity(density)
    return { ...(known && { columns: known }), ...(height && { density: height }) }
  } catch {
    return {}
  }
}

/** Views of the user list that were saved under a name: addresses of this page, kept in the browser. */
import { ref } from 'vue'
import type { LocationQuery } from 'vue-router'

export interface SavedView {
  name: string
  query: Record<string, string>
}

const STORAGE_KEY = 'doorward.users.views'
const MOST = 20

export const savedViews = ref<SavedView[]>(read())

/** A view with this name is replaced. The page number is left out: it will be another one tomorrow. */
export function saveView(name: string, query: LocationQuery): void {
  const kept = Object.fromEntries(Object.entries(query).filter(([key, value]) => key !== 'page' && typeof value === 'string')) as Record<string, string>
  store([...savedViews.value.filter((view) => view.name !== name), { name, query: kept }].slice(-MOST))
}

export function removeView(name: string): void {
  store(savedViews.value.filter((view) => view.name !== name))
}

function store(views: SavedView[]): void {
  savedViews.value = views
  localStorage.setItem(STORAGE_KEY, JSON.stringify(views))
}

function read(): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((view) => typeof view?.name === 'string' && typeof view.query === 'object') : []
  } catch {
    return []
  }
}

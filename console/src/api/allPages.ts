/** Loads a list that is shown as a whole, page by page. */
const PAGE_SIZE = 100

export async function allPages<T>(load: (query: { page: number; pageSize: number }) => Promise<{ list: T[]; total: number }>): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await load({ page, pageSize: PAGE_SIZE })
    found.push(...list)
    if (!list.length || found.length >= total) return found
  }
}

/** Past the last page, for example after its last row was deleted, there is nothing to see: shows the last page instead. */
import { watch, type Ref } from 'vue'

interface Page {
  list: readonly unknown[]
  page: number
  pageSize: number
  total: number
}

/** Whether the page is past the end. */
export function isPastEnd({ list, page, total }: Page): boolean {
  return !list.length && page > 1 && total > 0
}

export function useLastPage(data: Readonly<Ref<Page | null>>, open: (page: number) => void): void {
  watch(data, (page) => page && isPastEnd(page) && open(Math.ceil(page.total / page.pageSize)))
}

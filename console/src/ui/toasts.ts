/** Short messages at the edge of the page, some with a way back. */
import { reactive, readonly } from 'vue'

export interface Toast {
  id: number
  text: string
  kind: 'good' | 'bad'
  undo?: () => void
}

const SECONDS = 7
const list = reactive<Toast[]>([])
let next = 1

function show(text: string, kind: Toast['kind'], undo?: () => void): void {
  const id = next++
  list.push(undo ? { id, text, kind, undo } : { id, text, kind })
  setTimeout(() => dismiss(id), SECONDS * 1000)
}

function dismiss(id: number): void {
  const position = list.findIndex((toast) => toast.id === id)
  if (position >= 0) list.splice(position, 1)
}

export const toasts = {
  list: readonly(list),
  good: (text: string, undo?: () => void) => show(text, 'good', undo),
  bad: (text: string) => show(text, 'bad'),
  dismiss,
}

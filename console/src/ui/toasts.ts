/** Toast notifications, some with an undo action. */
import { reactive, readonly } from 'vue'

export interface Toast {
  id: number
  text: string
  kind: 'success' | 'error'
  undo?: () => void
}

const VISIBLE_SECONDS = 7
const list = reactive<Toast[]>([])
let next = 1

function show(text: string, kind: Toast['kind'], undo?: () => void): void {
  const id = next++
  list.push(undo ? { id, text, kind, undo } : { id, text, kind })
  setTimeout(() => dismiss(id), VISIBLE_SECONDS * 1000)
}

function dismiss(id: number): void {
  const position = list.findIndex((toast) => toast.id === id)
  if (position >= 0) list.splice(position, 1)
}

export const toasts = {
  list: readonly(list),
  success: (text: string, undo?: () => void) => show(text, 'success', undo),
  error: (text: string) => show(text, 'error'),
  dismiss,
}

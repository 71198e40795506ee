/** Keys that work anywhere in the console, except while something is typed or a dialog is open. */
import { onBeforeUnmount, onMounted, ref } from 'vue'
import { useRouter } from 'vue-router'
import { pages, target } from './navigation'
import { afterPaint } from './ui/afterPaint'

const STORAGE_KEY = 'doorward.single-keys'
/** Within this time after `g`, the next letter names a page. */
const SEQUENCE_MS = 1_500
/** As long, what is typed is kept for a palette that is on its way. */
const PATIENCE_MS = 5_000

/** The pages that a letter after `g` opens. */
export const PAGE_KEYS: Record<string, string> = { o: 'overview', u: 'users', r: 'roles', a: 'audit' }

/** Which dialog is open above the page. */
export const overlay = ref<'palette' | 'shortcuts' | null>(null)

/** What is typed while the palette is on its way: the first time its code has to be fetched. */
let typedAhead: string | null = null

export function openPalette(): void {
  typedAhead = ''
  // Over a slow network the keys work again meanwhile.
  setTimeout(takeTypedAhead, PATIENCE_MS)
  afterPaint(() => (overlay.value = 'palette'))
}

/** From now on the palette reads the keys itself. */
export function takeTypedAhead(): string {
  const text = typedAhead ?? ''
  typedAhead = null
  return text
}

export function closeOverlay(): void {
  overlay.value = null
  takeTypedAhead()
}

/** Keys without Ctrl or Cmd can be turned off: they get in the way of speech input and of some screen readers. */
export const singleKeys = ref(typeof localStorage === 'undefined' || localStorage.getItem(STORAGE_KEY) !== 'off')

export function setSingleKeys(on: boolean): void {
  singleKeys.value = on
  if (on) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, 'off')
}

/** Whether a key belongs to what has the focus, or to a dialog that covers the page. */
export function isTyping({ target: element }: Event): boolean {
  const focused = element instanceof Element ? element.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=alertdialog]') : null
  return focused !== null || document.querySelector('[role=dialog], [role=alertdialog]') !== null
}

export const commandKey = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'

export function useShortcuts(): void {
  const router = useRouter()
  let goUntil = 0

  function onKey(event: KeyboardEvent): void {
    if (isTyping(event) || event.altKey || event.isComposing) return
    if (typedAhead !== null && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      typedAhead += event.key
      return
    }
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'k' || event.shiftKey || event.repeat) return
      event.preventDefault()
      openPalette()
    } else if (singleKeys.value) {
      single(key, event)
    }
  }

  function single(key: string, event: KeyboardEvent): void {
    const going = Date.now() < goUntil
    goUntil = !going && key === 'g' ? Date.now() + SEQUENCE_MS : 0
    const page = going ? PAGE_KEYS[key] : undefined
    if (page && pages.value.some(({ name }) => name === page)) void router.push({ name: target(page) })
    else if (key === '?') {
      event.preventDefault()
      overlay.value = 'shortcuts'
    }
  }

  onMounted(() => window.addEventListener('keydown', onKey))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKey))
}

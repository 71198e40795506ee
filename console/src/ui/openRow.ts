/** Opens a row of a list by a click anywhere in it. `v-bind` to the element around the table: one listener, however many rows. */

/** Elements whose clicks are their own. */
const TAKES_CLICKS = 'a, button, input, label, select'

/**
 * Passes a click on to the row's first link or button, which opens it and is what the keyboard uses: a link then does with Ctrl and the
 * middle button what browsers do. A click beside the checkbox or button of a cell that has nothing else was meant for that.
 */
function openRow(event: MouseEvent): void {
  const at = event.target as Element
  // Without a cell, the button was pressed in one and released in another.
  const cell = at.closest('tbody td')
  const row = cell?.parentElement
  const opener = row?.querySelector<HTMLElement>('a, button')
  if (!cell || !row || !opener || at.closest(TAKES_CLICKS)) return
  const alone = cell.querySelector(':scope > input, :scope > button')
  if ((alone && alone !== opener) || event.shiftKey || event.altKey || hasSelection(row)) return
  const middle = event.type === 'auxclick'
  if (middle && (event.button !== 1 || !opener.matches('a[href]'))) return
  // A panel returns the focus to it.
  opener.focus({ preventScroll: true })
  opener.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: event.ctrlKey || middle, metaKey: event.metaKey || middle }))
}

/** The click is the end of a drag over text. */
function hasSelection(row: Element): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true)
}

export const rowsOpen = { class: 'rows-open', onClick: openRow, onAuxclick: openRow }

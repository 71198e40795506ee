/** Returns the focus from a panel or dialog that closes: to where it was or, if that was nowhere, as after a link to the panel, to the page. */
export function useReturnFocus(): (event: Event) => void {
  // Noted in advance: the library looks after the dialog is there, and would find a field in it that has taken the focus.
  const before = document.activeElement
  return (event) => {
    const target = before === document.body ? document.getElementById('content') : before
    if (!(target instanceof HTMLElement) || !target.isConnected) return
    event.preventDefault()
    target.focus()
  }
}

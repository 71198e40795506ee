/** Copies a text. Returns whether that worked: the clipboard API needs a secure context and the permission of the browser. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

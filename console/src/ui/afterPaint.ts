/** Does what takes long after the next picture, so that an input has a visible effect at once. docs/decisions/0056 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}

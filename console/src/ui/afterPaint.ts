/** Does what takes long after the next picture, so that an input has a visible effect at once. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}

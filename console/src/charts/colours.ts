/** Resolves CSS custom properties to colour values of the current theme, because a canvas cannot use `var()`. */

const NAMES = ['accent', 'bad', 'good', 'muted', 'line', 'surface', 'text', 'line-strong'] as const
export type Colours = Record<(typeof NAMES)[number], string>

export function pageColours(): Colours {
  const probe = document.body.appendChild(document.createElement('span'))
  const entries = NAMES.map((name) => {
    probe.style.color = `var(--${name})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(entries) as Colours
}

import { describe, expect, it } from 'vitest'

/** A page from right to left mirrors logical properties by itself, and no others. */
const PHYSICAL = [
  /(?:^|[\s;{])(?:left|right)\s*:/,
  /\b(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /\bborder-(?:top|bottom)-(?:left|right)-radius\b/,
  /\b(?:text-align|float|clear|transform-origin|justify-\w+)\s*:[^;]*\b(?:left|right)\b/,
  // Four values of which the second and the last differ: use -block and -inline.
  /\b(?:margin|padding|inset)\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+(?!\2;)\S+;/,
  // A distance along the line needs the sign of the direction.
  /\btranslateX\((?!calc\([^;]*var\(--flow\))/,
  /\btranslate\(-?[\d.]*[1-9][\d.]*(?:px|%|em|rem)/,
]

const sources = import.meta.glob<string>('../src/**/*.{css,vue}', { query: '?raw', import: 'default', eager: true })

function stylesOf(path: string, source: string): string {
  const styles = path.endsWith('.css') ? source : [...source.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n')
  return styles.replace(/\/\*[\s\S]*?\*\//g, '')
}

const physical = (styles: string) => styles.split('\n').filter((line) => PHYSICAL.some((pattern) => pattern.test(line)))

describe('styles', () => {
  it('name the sides of a line by its start and end, not by left and right', () => {
    const found = Object.entries(sources).flatMap(([path, source]) => physical(stylesOf(path, source)).map((line) => `${path}: ${line.trim()}`))
    expect(Object.keys(sources).length).toBeGreaterThan(100)
    expect(found).toEqual([])
  })

  it.each(['  left: 2px;', '  margin-right: auto;', '  text-align: left;', '  padding: 1px 2px 3px 4px;', '  transform: translateX(16px);', '  border-left: 0;'])('may not say “%s”', (line) => {
    expect(physical(line)).toEqual([line])
  })

  it.each(['  inset-inline-start: 2px;', '  padding: 1px 2px 3px 2px;', '  transform: translateX(calc(16px * var(--flow)));', '  --start: left;'])('may say “%s”', (line) => {
    expect(physical(line)).toEqual([])
  })
})

/** All that has to do with a command is its label, so every word that is typed has to be in it. */
export function matches(label: string, typed: string): boolean {
  const text = fold(label)
  return fold(typed).split(/\s+/).every((word) => text.includes(word))
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

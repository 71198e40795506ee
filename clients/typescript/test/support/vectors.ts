/** The language-neutral test vectors of clients/vectors. */
import { readFileSync } from 'node:fs'

export function vectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../vectors/${name}.json`, import.meta.url), 'utf8')) as T
}

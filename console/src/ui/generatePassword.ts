/** Random passwords that can be read out and typed: no characters that look alike, in groups. */

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP = 5
/** 20 characters of 31 are 99 bits. */
const MIN_CHARACTERS = 20

export function generatePassword(minLength = 0): string {
  const groups = Math.ceil(Math.max(MIN_CHARACTERS, minLength) / GROUP)
  return Array.from({ length: groups }, () => Array.from({ length: GROUP }, randomCharacter).join('')).join('-')
}

/** Rejects values past the last multiple of the alphabet's size: a plain remainder would favour the first characters. */
function randomCharacter(): string {
  const limit = 256 - (256 % ALPHABET.length)
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1))
    if (byte! < limit) return ALPHABET[byte! % ALPHABET.length]!
  }
}

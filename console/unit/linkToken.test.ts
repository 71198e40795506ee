import { describe, expect, it } from 'vitest'
import { tokenIn } from '../src/account/linkToken'

describe('the token in a link', () => {
  it('is behind the # of the address, or of the whole link', () => {
    expect(tokenIn('#token=dwl_abc')).toBe('dwl_abc')
    expect(tokenIn(' https://login.example.com/account/reset#token=dwl_abc\n')).toBe('dwl_abc')
  })

  it('may be pasted alone', () => {
    expect(tokenIn('dwl_abc')).toBe('dwl_abc')
  })

  it('is not there without one', () => {
    expect(tokenIn('')).toBe('')
    expect(tokenIn('#main')).toBe('')
  })
})

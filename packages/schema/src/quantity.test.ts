import { describe, expect, it } from 'vitest'
import {
  addQuantity,
  canonicalQuantity,
  compareQuantity,
  formatQuantity,
  parseQuantity,
  quantityToNumber,
  subtractQuantity,
} from './quantity.ts'

describe('canonicalQuantity', () => {
  it.each([
    ['1000m', '1'],
    ['0.5', '500m'],
    ['1024Mi', '1Gi'],
    ['1536Mi', '1536Mi'],
    ['1.5Gi', '1536Mi'],
    ['1000Mi', '1000Mi'],
    ['100m', '100m'],
    ['1', '1'],
    ['0', '0'],
    ['0Mi', '0'],
    ['-0', '0'],
    ['1000', '1k'],
    ['1500', '1500'],
    ['1000000', '1M'],
    ['2000k', '2M'],
    ['3.0', '3'],
    ['0.1Mi', '104857600m'],
    ['512Ki', '512Ki'],
    ['1023', '1023'],
    ['0.3Ki', '307200m'],
    ['5e3', '5e3'],
    ['5E3', '5E3'],
    ['5000e3', '5e6'],
    ['-1.5', '-1500m'],
    ['0.0000000001', '1n'],
    ['128974848', '128974848'],
    ['129e6', '129e6'],
    ['9Ei', '9223372036854775807'],
    ['.5', '500m'],
    ['5.', '5.'],
  ])('prints %s as %s', (given, wanted) => {
    expect(canonicalQuantity(given)).toBe(wanted)
  })

  it('accepts JSON numbers', () => {
    expect(canonicalQuantity(0.5)).toBe('500m')
    expect(canonicalQuantity(2)).toBe('2')
    expect(canonicalQuantity(1e21)).toBe('1e21')
  })

  it.each(['', 'five', '1..2', '1 Gi', 'Mi5', '1e', '1GiB'])('refuses %j', (text) => {
    expect(() => canonicalQuantity(text)).toThrow()
  })

  it('refuses an exponent that nobody could mean, without computing it', () => {
    expect(() => parseQuantity('1e999999999')).toThrow("unable to parse quantity's suffix")
  })
})

describe('arithmetic of quantities', () => {
  it('adds in the notation of the first operand', () => {
    const sum = addQuantity(parseQuantity('1Gi'), parseQuantity('512Mi'))

    expect(formatQuantity(sum)).toBe('1536Mi')
  })

  it('takes the notation of the second operand when the first is zero', () => {
    expect(formatQuantity(addQuantity(parseQuantity('0'), parseQuantity('2Gi')))).toBe('2Gi')
  })

  it('subtracts below zero', () => {
    expect(formatQuantity(subtractQuantity(parseQuantity('500m'), parseQuantity('2')))).toBe('-1500m')
  })

  it('compares amounts, not texts', () => {
    expect(compareQuantity(parseQuantity('1000m'), parseQuantity('1'))).toBe(0)
    expect(compareQuantity(parseQuantity('1G'), parseQuantity('1Gi'))).toBe(-1)
    expect(compareQuantity(parseQuantity('2'), parseQuantity('1500m'))).toBe(1)
  })

  it('converts to a number', () => {
    expect(quantityToNumber(parseQuantity('1500m'))).toBe(1.5)
    expect(quantityToNumber(parseQuantity('-2Ki'))).toBe(-2048)
  })
})

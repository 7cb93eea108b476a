import { describe, expect, it } from 'vitest'
import { DEFAULT_CLIENT_SETTINGS, readSettings } from './settings.ts'

const read = (hex: string) => readSettings(Buffer.from(hex, 'hex'), DEFAULT_CLIENT_SETTINGS)

describe('the settings of a client', () => {
  it('are taken as they come, and unknown ones are ignored', () => {
    expect(read('000400000010' + '000500010000' + '00ff00000001' + '000400000020')).toEqual({
      initialWindow: 32,
      maxFrame: 65_536,
    })
  })

  it.each([
    ['half a setting', '00040000', 6],
    ['a push that is neither on nor off', '000200000002', 1],
    ['a window that is too large', '000480000000', 3],
    ['frames that are too small', '000500003fff', 1],
    ['frames that are too large', '000501000000', 1],
  ])('are refused: %s', (_what, hex, code) => {
    expect(() => read(hex)).toThrow(expect.objectContaining({ name: 'ConnectionError', code }))
  })
})

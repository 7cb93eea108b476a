import { describe, expect, it } from 'vitest'
import { judge, parseAllowed } from './replay-oracle.mjs'

const OUTPUT = 'pass crud/create\nFAIL watch/from-zero (2 differences)\n     step 1 GET /api\n1 passed, 1 failed\n'

describe('replaying recorded answers', () => {
  it('fails when a scenario fails', () => {
    expect(judge(OUTPUT, new Map())).toEqual(['watch/from-zero fails'])
  })

  it('lets a scenario fail for which there is a reason', () => {
    expect(judge(OUTPUT, parseAllowed('# why\n\nwatch/from-zero order is free here\n'))).toEqual([])
  })

  it('fails when a reason is no longer needed', () => {
    const allowed = parseAllowed('crud/create once\nwatch/from-zero order is free here')

    expect(judge(OUTPUT, allowed)).toEqual(['crud/create does not fail: remove it from oracle-allowed.txt'])
  })

  it('fails when nothing was replayed', () => {
    expect(judge('', new Map())).toEqual(['no scenario was replayed'])
  })

  it('wants a reason', () => {
    expect(() => parseAllowed('watch/from-zero')).toThrow('watch/from-zero: say why it may fail')
  })
})

import { describe, expect, it } from 'vitest'
import { reachable, violations } from './check-boundaries.mjs'

const folderOf = (name: string) => ({ '@skep/store': 'packages/store', '@skep/base': 'packages/base' })[name]

describe('folder boundaries', () => {
  it('lets a folder import what its row reaches through others', () => {
    expect(reachable('packages/controller')).toContain('packages/base')
  })

  it('refuses an import that points up', () => {
    const text = `import { openMemoryStore } from '@skep/store'`

    expect(violations('packages/client/src/a.ts', text, folderOf)).toEqual([
      'packages/client/src/a.ts: packages/client may not import packages/store',
    ])
  })

  it('refuses a relative path into another package', () => {
    const text = `import { x } from '../../store/src/x.ts'`

    expect(violations('packages/client/src/a.ts', text, folderOf)).toHaveLength(1)
  })

  it('refuses the inside of another package', () => {
    const text = `import { x } from '@skep/base/src/clock.ts'`

    expect(violations('packages/store/src/a.ts', text, folderOf)).toEqual([
      'packages/store/src/a.ts: @skep/base/src/clock.ts is not public',
    ])
  })
})

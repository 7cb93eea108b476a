import { Command } from 'commander'
import { expect, it, onTestFinished, vi } from 'vitest'
import { autoImportOption } from './options.ts'

/** What a command is told that has the option. */
const parse = (...words: string[]) =>
  new Command().exitOverride().addOption(autoImportOption()).parse(words, { from: 'user' }).opts()

it('leaves the import of hosted clusters to people where an option or the upstream variable says so', () => {
  onTestFinished(() => void vi.unstubAllEnvs())

  vi.stubEnv('DISABLE_AUTO_IMPORT', undefined)
  expect(parse()).toEqual({})
  expect(parse('--disable-auto-import=true')).toEqual({ disableAutoImport: true })
  vi.stubEnv('DISABLE_AUTO_IMPORT', 'true')
  expect(parse()).toEqual({ disableAutoImport: true })
  expect(parse('--disable-auto-import=false')).toEqual({ disableAutoImport: false })
})

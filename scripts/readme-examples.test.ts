import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = join(root, '.cache', 'readme-examples')

const folders = ['packages', 'operators', 'providers', 'services'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(group, name)),
)

/** The TypeScript blocks of a package's README, in order. */
function examplesOf(folder: string): string[] {
  const text = readFileSync(join(root, folder, 'README.md'), 'utf8')
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
}

describe('the example in the README of every package', () => {
  mkdirSync(scratch, { recursive: true })
  for (const folder of folders) {
    it(`runs: ${folder}`, async () => {
      const examples = examplesOf(folder)
      expect(examples.length, 'a README without an example').toBeGreaterThan(0)
      const log = vi.spyOn(console, 'log').mockImplementation(() => {})
      try {
        for (const [index, code] of examples.entries()) {
          const file = join(scratch, `${folder.replaceAll('/', '-')}-${index}.ts`)
          writeFileSync(file, code)
          await import(/* @vite-ignore */ file)
        }
      } finally {
        log.mockRestore()
      }
    })
  }
})

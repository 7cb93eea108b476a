import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'

const here = fileURLToPath(new URL('..', import.meta.url))

it('the example in the README runs', async () => {
  const [, code] = /```ts\n(.*?)```/s.exec(readFileSync(join(here, 'README.md'), 'utf8')) ?? []
  const scratch = join(here, '..', '..', '.cache', 'readme-examples')
  mkdirSync(scratch, { recursive: true })
  const file = join(scratch, 'clusters-service.ts')
  writeFileSync(file, code ?? '')
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})

  await import(/* @vite-ignore */ file)

  expect(log.mock.calls[0]?.[0]).toMatchObject({ kind: 'CloudRegionList', size: 3 })
  log.mockRestore()
})

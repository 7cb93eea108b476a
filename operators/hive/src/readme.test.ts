import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('runs the example of the README', async () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const code = /```ts\n(.*?)```/s.exec(text)?.[1] ?? ''
  const scratch = join(root, '.cache', 'readme-examples')
  mkdirSync(scratch, { recursive: true })
  const file = join(scratch, 'operator-hive.ts')
  writeFileSync(file, code)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    await import(/* @vite-ignore */ file)
    expect(log).toHaveBeenCalledWith(true, 'https://api.blue.example.com:6443')
  } finally {
    log.mockRestore()
  }
})

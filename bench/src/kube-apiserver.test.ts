import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { measureKubeApiserver } from './kube-apiserver.ts'
import { DEFAULT_LOAD } from './load.ts'

describe('a kube-apiserver to compare with', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skep-bench-test-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const program = (name: string, script: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const measured = () => measureKubeApiserver(folder, DEFAULT_LOAD, () => {})

  it('is looked for in a folder that has it', async () => {
    await expect(measured()).rejects.toThrow(`${folder}/etcd does not start: --beside names a folder with the programs`)
  })

  it('says itself why it does not start', async () => {
    program('etcd', 'exec sleep 60')
    program('kube-apiserver', 'echo "unknown flag: --cert-dir" >&2; exit 1')

    await expect(measured()).rejects.toThrow(/kube-apiserver does not start: .*\nunknown flag: --cert-dir/)
  })
})

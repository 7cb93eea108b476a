import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readMachineParts } from './machine-configs.ts'

const pack = (text: string | Buffer): string => Buffer.from(gzipSync(text).toString('base64')).toString('base64')

it('takes the last of several files of the same path', () => {
  const config = (mode: number) =>
    JSON.stringify({ kind: 'MachineConfig', spec: { config: { storage: { files: [{ path: '/etc/motd', mode }] } } } })

  expect(readMachineParts(pack([config(1), config(2)].join('\n---\n'))).files).toEqual([{ path: '/etc/motd', mode: 2 }])
})

it('unpacks no more than a configuration can be', () => {
  expect(() => readMachineParts(pack(Buffer.alloc(64 << 20)))).toThrow('Cannot create a Buffer larger than 16777216')
})

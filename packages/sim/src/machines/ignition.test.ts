import { describe, expect, it } from 'vitest'
import { parseIgnition } from './ignition.ts'

const base64 = (text: string) => `data:text/plain;charset=utf-8;base64,${Buffer.from(text).toString('base64')}`

describe('parseIgnition', () => {
  it('finds where the rest of a configuration is, with what headers to ask, and whom to trust', () => {
    const config = {
      ignition: {
        version: '3.2.0',
        security: { tls: { certificateAuthorities: [{ source: base64('-- CA --') }] } },
        config: {
          merge: [
            {
              source: 'https://ignition.example.net/ignition',
              httpHeaders: [
                { name: 'Authorization', value: 'Bearer dG9rZW4=' },
                { name: 'NodePool', value: 'clusters/workers' },
              ],
            },
          ],
        },
      },
    }

    expect(parseIgnition(JSON.stringify(config)).sources).toEqual([
      {
        url: 'https://ignition.example.net/ignition',
        headers: { Authorization: 'Bearer dG9rZW4=', NodePool: 'clusters/workers' },
        ca: '-- CA --',
      },
    ])
  })

  it('reads files in either encoding', () => {
    const config = {
      ignition: { version: '3.2.0' },
      storage: {
        files: [
          { path: '/etc/plain', contents: { source: 'data:,two%20words' } },
          { path: '/etc/encoded', contents: { source: base64('grün') } },
          { path: '/etc/elsewhere', contents: { source: 'https://files.example.net' } },
        ],
      },
    }

    expect([...parseIgnition(JSON.stringify(config)).files]).toEqual([
      ['/etc/plain', 'two words'],
      ['/etc/encoded', 'grün'],
    ])
  })

  it.each([
    ['#cloud-config', 'the Ignition configuration is not a JSON object'],
    ['[]', 'the Ignition configuration is not a JSON object'],
    ['{}', 'the Ignition configuration names no version'],
  ])('refuses %s', (text, message) => {
    expect(() => parseIgnition(text)).toThrow(message)
  })
})

import { Node } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createClient, inProcessTransport } from '@skep/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getTable, renderTable } from './tables.ts'

describe('a table of a server', () => {
  it('is printed as kubectl does', async () => {
    const server = await startApiServer()
    onTestFinished(() => server.close())
    const client = createClient({ transport: inProcessTransport(server) })
    const labels = { 'node-role.kubernetes.io/worker': '' }
    await client.create(Node, { metadata: { name: 'worker-1', labels } })

    const table = await getTable(client, Node, { signal: new AbortController().signal })

    expect(table.split('\n')).toEqual([
      'NAME       STATUS    ROLES    AGE   VERSION',
      expect.stringMatching(/^worker-1 {3}Unknown {3}worker {3}\d+s$/),
    ])
  })

  it('is without the columns that only those see who ask for more', () => {
    const columnDefinitions = [
      { name: 'Name', priority: 0 },
      { name: 'Internal-IP', priority: 1 },
    ]

    expect(renderTable({ columnDefinitions, rows: [{ cells: ['blue', '10.0.0.1'] }] })).toBe('NAME\nblue')
  })
})

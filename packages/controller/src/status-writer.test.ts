import { StatusError } from '@skep/base'
import { describe, expect, it, vi } from 'vitest'
import { createStatusWriter } from './status-writer.ts'
import { aNote, Note, startHub } from './test/hub.ts'

const ref = { namespace: 'default', name: 'note' }

describe('a status writer', () => {
  it('says everything after a write of which it does not know whether it was done', async () => {
    const { client } = await startHub()
    const write = createStatusWriter(client, Note)
    const copy = await client.create(Note, aNote('note'))
    copy.status = { phase: 'Ready' }
    await client.patchStatus(Note, { ...copy, status: undefined }, copy)
    const patchStatus = client.patchStatus.bind(client)
    vi.spyOn(client, 'patchStatus').mockImplementationOnce(async (...args) => {
      await patchStatus(...args)
      throw new StatusError('InternalError', 'no answer')
    })

    await expect(write(copy, { ...copy, status: { phase: 'Failed' } })).rejects.toThrow('no answer')
    expect((await client.get(Note, ref))?.status).toEqual({ phase: 'Failed' })
    // The copy is that of before, as one is whose watch lags behind.
    await write(copy, { ...copy, status: { phase: 'Ready' } })

    expect((await client.get(Note, ref))?.status).toEqual({ phase: 'Ready' })
  })

  it('writes nothing when nothing has changed', async () => {
    const { client } = await startHub()
    const note = await client.create(Note, aNote('note'))
    let requests = 0
    client.observe(() => requests++)

    await createStatusWriter(client, Note)(note, { ...note })

    expect(requests).toBe(0)
  })
})

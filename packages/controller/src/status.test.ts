import { describe, expect, it } from 'vitest'
import { withStatus } from './status.ts'
import { aNote, Note, startHub } from './test/hub.ts'

const ref = { namespace: 'default', name: 'note' }

describe('withStatus', () => {
  it('writes what the work said, once', async () => {
    const { client } = await startHub()
    const note = await client.create(Note, aNote('note'))
    let writes = 0
    client.observe(({ method }) => method === 'PATCH' && writes++)

    const result = await withStatus(client, Note, note, async () => {
      note.status = { phase: 'Pending' }
      note.status = { phase: 'Ready' }
      return 42
    })

    expect(result).toBe(42)
    expect(writes).toBe(1)
    expect((await client.get(Note, ref))?.status).toEqual({ phase: 'Ready' })
    expect((await client.get(Note, ref))?.metadata.resourceVersion).toBe(note.metadata.resourceVersion)
  })

  it('writes nothing when nothing changed', async () => {
    const { client } = await startHub()
    const note = await client.create(Note, aNote('note'))
    let requests = 0
    client.observe(() => requests++)

    await withStatus(client, Note, note, async () => {})

    expect(requests).toBe(0)
  })

  it('writes also when the work failed, and lets the failure through', async () => {
    const { client } = await startHub()
    const note = await client.create(Note, aNote('note'))

    const failing = withStatus(client, Note, note, async () => {
      note.status = { phase: 'Failed' }
      throw new Error('no address')
    })

    await expect(failing).rejects.toThrow('no address')
    expect((await client.get(Note, ref))?.status).toEqual({ phase: 'Failed' })
  })

  it('tells both when the work and the write fail', async () => {
    const { client } = await startHub()
    const note = await client.create(Note, aNote('note'))

    const failing = withStatus(client, Note, note, async () => {
      Object.assign(note, { status: { phase: 42 } })
      throw new Error('no address')
    })

    await expect(failing).rejects.toThrow(/^no address; .*status/)
  })

  it('needs no status for an object that has gone', async () => {
    const { client } = await startHub()
    const note = await client.create(Note, aNote('note'))

    await withStatus(client, Note, note, async () => {
      await client.delete(Note, ref)
      note.status = { phase: 'Gone' }
    })

    expect(await client.get(Note, ref)).toBeUndefined()
  })
})

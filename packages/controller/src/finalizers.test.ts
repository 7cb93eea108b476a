import { describe, expect, it } from 'vitest'
import { addFinalizer, dropFinalizer } from './finalizers.ts'
import { aNote, type Hub, Note, startHub } from './test/hub.ts'

const OURS = 'test.skep.dev/ours'
const ref = { namespace: 'default', name: 'note' }

async function startWithNote(finalizers: string[] = []) {
  const hub = await startHub()
  const { metadata, spec } = aNote('note')
  return { hub, note: await hub.client.create(Note, { metadata: { ...metadata, finalizers }, spec }) }
}

const finalizersOf = async ({ client }: Hub) => (await client.get(Note, ref))?.metadata.finalizers

describe('addFinalizer', () => {
  it('adds a finalizer to those that are there, and says that it had to', async () => {
    const { hub, note } = await startWithNote(['test.skep.dev/theirs'])

    expect(await addFinalizer(hub.client, Note, note, OURS)).toBe(true)
    expect(await finalizersOf(hub)).toEqual(['test.skep.dev/theirs', OURS])
  })

  it('does nothing when it is there, or when the object is on its way out', async () => {
    const { hub, note } = await startWithNote([OURS])
    expect(await addFinalizer(hub.client, Note, note, OURS)).toBe(false)
    await hub.client.delete(Note, ref)
    const leaving = await hub.client.get(Note, ref)

    expect(await addFinalizer(hub.client, Note, leaving!, 'test.skep.dev/late')).toBe(false)
  })

  it('does not undo what somebody else did meanwhile', async () => {
    const { hub, note } = await startWithNote()
    const finalizers = ['test.skep.dev/theirs']
    await hub.client.patch(Note, ref, { type: 'merge', body: { metadata: { finalizers } } })

    await expect(addFinalizer(hub.client, Note, note, OURS)).rejects.toMatchObject({ reason: 'Conflict' })
    expect(await finalizersOf(hub)).toEqual(['test.skep.dev/theirs'])
  })
})

describe('dropFinalizer', () => {
  it('lets an object go', async () => {
    const { hub } = await startWithNote([OURS])
    await hub.client.delete(Note, ref)
    const leaving = await hub.client.get(Note, ref)

    await dropFinalizer(hub.client, Note, leaving!, OURS)

    expect(await hub.client.get(Note, ref)).toBeUndefined()
  })

  it('works on the newest state when somebody was faster', async () => {
    const { hub, note } = await startWithNote([OURS])
    const finalizers = [OURS, 'test.skep.dev/theirs']
    await hub.client.patch(Note, ref, { type: 'merge', body: { metadata: { finalizers } } })

    await dropFinalizer(hub.client, Note, note, OURS)

    expect(await finalizersOf(hub)).toEqual(['test.skep.dev/theirs'])
  })

  it('is content with an object that has gone', async () => {
    const { hub, note } = await startWithNote([OURS])
    await hub.client.patch(Note, ref, { type: 'merge', body: { metadata: { finalizers: null } } })
    await hub.client.delete(Note, ref)

    await expect(dropFinalizer(hub.client, Note, note, OURS)).resolves.toBeUndefined()
  })
})

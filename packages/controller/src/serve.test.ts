import { describe, expect, it, onTestFinished } from 'vitest'
import { createManager } from './manager.ts'
import { serveManager } from './serve.ts'
import { Note, runInBackground, startHub } from './test/hub.ts'

async function startServing() {
  const { client, clock, random } = await startHub()
  const manager = createManager({ client, clock, random })
  manager.add({ name: 'notes', kind: Note, reconcile: async () => ({}) })
  const endpoint = await serveManager(manager)
  onTestFinished(() => endpoint.close())
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${endpoint.port}${path}`)
    return [response.status, await response.text()]
  }
  return { clock, manager, get }
}

describe('serveManager', () => {
  it('is alive at once, and ready when all that is watched is known', async () => {
    const { clock, manager, get } = await startServing()
    expect(await get('/healthz')).toEqual([200, 'ok\n'])
    expect(await get('/readyz')).toEqual([503, '[-]informer/notes.test.skep.dev idle, not synced yet\n'])

    runInBackground((signal) => manager.start(signal))
    await clock.settle()

    expect(await get('/readyz?verbose')).toEqual([200, '[+]informer/notes.test.skep.dev watching\n'])
  })

  it('serves metrics', async () => {
    const { get } = await startServing()

    const [status, text] = await get('/metrics')

    expect(status).toBe(200)
    expect(text).toContain('# TYPE controller_runtime_reconcile_total counter\n')
  })

  it('knows nothing else', async () => {
    const { get } = await startServing()

    expect((await get('/secrets'))[0]).toBe(404)
  })
})

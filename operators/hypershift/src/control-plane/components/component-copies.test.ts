import { ControlPlaneComponent, hypershiftKinds } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { VirtualClock } from '@skep/base'
import { createClient, Informer, inProcessTransport } from '@skep/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createComponentCopies } from './component-copies.ts'

const ref = { namespace: 'default', name: 'etcd' }

describe('the copy of a component', () => {
  it('is what was last written of it, though no watch has told of that yet', async () => {
    const clock = new VirtualClock()
    const server = await startApiServer({ clock, kinds: hypershiftKinds })
    const client = createClient({ transport: inProcessTransport(server), clock })
    onTestFinished(async () => {
      client.close()
      await server.close()
    })
    await client.create(ControlPlaneComponent, { metadata: ref })
    const informer = new Informer(client, ControlPlaneComponent, { clock })
    const watching = new AbortController()
    const running = informer.run(watching.signal)
    await informer.waitForSync(watching.signal)
    watching.abort()
    await running
    const copies = createComponentCopies(client, informer)
    const before = copies.get(ref)!

    await copies.writeStatus(before, { ...before, metadata: { ...before.metadata }, status: { version: '4.19.3' } })

    expect(informer.get(ref)?.status?.version).toBeUndefined()
    expect(copies.get(ref)?.status?.version).toBe('4.19.3')
  })
})

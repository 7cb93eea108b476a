import { ConfigMap } from '@skep/api'
import { StatusError } from '@skep/base'
import { describe, expect, it } from 'vitest'
import {
  type ControllerDefinition,
  ControllerMetrics,
  createManager,
  labelledKey,
  specChanged,
  Terminal,
  watchOf,
} from './index.ts'
import { aNote, type Hub, Note, plainBackoff, runInBackground, startHub } from './test/hub.ts'

type Given = Partial<ControllerDefinition<Note>> & Pick<ControllerDefinition<Note>, 'reconcile'>

/** Runs one controller of notes on the hub. */
function runController({ client, clock, random }: Hub, given: Given) {
  const manager = createManager({ client, clock, random })
  const { enqueue } = manager.add({ name: 'notes', kind: Note, backoff: plainBackoff, ...given })
  return { manager, enqueue, ...runInBackground((signal) => manager.start(signal)) }
}

describe('a manager', () => {
  it('brings every object that is there, and then every one that changes, to its controller', async () => {
    const hub = await startHub()
    await hub.client.create(Note, aNote('before'))
    const seen: string[] = []
    runController(hub, {
      reconcile: async (_ctx, { namespace, name }) => {
        seen.push(`${namespace}/${name}`)
        return {}
      },
    })
    await hub.clock.settle()

    await hub.client.create(Note, aNote('after'))
    await hub.clock.settle()
    await hub.client.delete(Note, { namespace: 'default', name: 'before' })
    await hub.clock.settle()

    expect(seen).toEqual(['default/before', 'default/after', 'default/before'])
  })

  it('brings an owner to work when something it controls changes', async () => {
    const hub = await startHub()
    const { metadata } = await hub.client.create(Note, aNote('owner'))
    const seen: string[] = []
    runController(hub, {
      owns: [ConfigMap],
      reconcile: async (_ctx, { name }) => {
        seen.push(name)
        return {}
      },
    })
    await hub.clock.settle()
    const owner = { apiVersion: 'test.skep.dev/v1', kind: 'Note', name: 'owner', uid: metadata.uid }

    await hub.client.create(ConfigMap, {
      metadata: { namespace: 'default', name: 'owned', ownerReferences: [{ ...owner, controller: true }] },
    })
    await hub.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'other', ownerReferences: [owner] } })
    await hub.clock.settle()

    expect(seen).toEqual(['owner', 'owner'])
  })

  it('brings both the former and the new one to work when a label moves', async () => {
    const hub = await startHub()
    const map = { namespace: 'default', name: 'map' }
    await hub.client.create(ConfigMap, { metadata: { ...map, labels: { note: 'a' } } })
    const seen: string[] = []
    runController(hub, {
      watches: [watchOf(ConfigMap, labelledKey({ name: 'note' }))],
      reconcile: async (_ctx, { name }) => {
        seen.push(name)
        return {}
      },
    })
    await hub.clock.settle()

    await hub.client.patch(ConfigMap, map, { type: 'merge', body: { metadata: { labels: { note: 'b' } } } })
    await hub.clock.settle()

    expect(seen).toEqual(['a', 'a', 'b'])
  })

  it('leaves out changes that do not matter', async () => {
    const hub = await startHub()
    await hub.client.create(Note, aNote('note'))
    let runs = 0
    runController(hub, {
      when: specChanged,
      reconcile: async () => {
        runs++
        return {}
      },
    })
    await hub.clock.settle()

    const note = await hub.client.get(Note, { namespace: 'default', name: 'note' })
    await hub.client.patchStatus(Note, note!, { ...structuredClone(note!), status: { phase: 'Ready' } })
    await hub.clock.settle()

    expect(runs).toBe(1)
  })

  it('tries again after a failure, later every time', async () => {
    const hub = await startHub()
    await hub.client.create(Note, aNote('note'))
    const start = hub.clock.now()
    const runs: number[] = []
    runController(hub, {
      reconcile: async ({ clock }) => {
        runs.push(clock.now() - start)
        if (runs.length < 4) throw new Error('not yet')
        return {}
      },
    })

    await hub.clock.advance(3_600_000)

    expect(runs).toEqual([0, 1_000, 3_000, 7_000])
  })

  it('tries again soon when others were faster, however often they were', async () => {
    const hub = await startHub()
    await hub.client.create(Note, aNote('note'))
    const start = hub.clock.now()
    const runs: number[] = []
    runController(hub, {
      reconcile: async ({ clock }) => {
        runs.push(clock.now() - start)
        if (runs.length < 30) throw new StatusError('Conflict', 'the object has been modified')
        return {}
      },
    })

    await hub.clock.advance(60_000)

    expect(runs).toHaveLength(30)
    expect(runs[1]).toBeLessThan(20)
  })

  it('comes back when the server asked it to', async () => {
    const hub = await startHub()
    await hub.client.create(Note, aNote('note'))
    const start = hub.clock.now()
    const runs: number[] = []
    runController(hub, {
      reconcile: async ({ clock }) => {
        runs.push(clock.now() - start)
        if (runs.length > 1) return {}
        throw new StatusError('TooManyRequests', 'slow down', { details: { retryAfterSeconds: 42 } })
      },
    })

    await hub.clock.advance(3_600_000)

    expect(runs).toEqual([0, 42_000])
  })

  it('comes back when the reconciler said so', async () => {
    const hub = await startHub()
    await hub.client.create(Note, aNote('note'))
    let runs = 0
    runController(hub, {
      reconcile: async () => {
        runs++
        return { requeueAfterMs: 60_000 }
      },
    })

    await hub.clock.advance(600_000)

    expect(runs).toBe(11)
  })

  it('gives up on a terminal error until the object changes', async () => {
    const hub = await startHub()
    await hub.client.create(Note, aNote('note'))
    let runs = 0
    runController(hub, {
      reconcile: async () => {
        runs++
        throw new Terminal('no such template')
      },
    })
    await hub.clock.advance(3_600_000)
    expect(runs).toBe(1)

    await hub.client.patch(
      Note,
      { namespace: 'default', name: 'note' },
      { type: 'merge', body: { spec: { text: 'b' } } },
    )
    await hub.clock.settle()

    expect(runs).toBe(2)
  })

  it('works on several objects at once, but never twice on the same', async () => {
    const hub = await startHub()
    for (const name of ['a', 'b', 'c']) await hub.client.create(Note, aNote(name))
    const active = new Map<string, number>()
    let most = 0
    let sameTwice = false
    const { enqueue } = runController(hub, {
      workers: 2,
      reconcile: async (_ctx, { name }) => {
        sameTwice ||= active.has(name)
        active.set(name, 1)
        most = Math.max(most, active.size)
        for (const other of ['a', 'b', 'c']) enqueueOnce(other)
        await hub.client.list(Note)
        active.delete(name)
        return {}
      },
    })
    let left = 20
    const enqueueOnce = (name: string) => left-- > 0 && enqueue({ namespace: 'default', name })

    await hub.clock.settle()

    expect({ most, sameTwice, left: left < 0 }).toEqual({ most: 2, sameTwice: false, left: true })
  })

  it('finishes what is in process when it is stopped, and begins nothing new', async () => {
    const hub = await startHub()
    await hub.client.create(Note, aNote('a'))
    await hub.client.create(Note, aNote('b'))
    const log: string[] = []
    let finish: () => void = () => {}
    const { stop } = runController(hub, {
      reconcile: async (_ctx, { name }) => {
        log.push(`begin ${name}`)
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        log.push(`end ${name}`)
        return {}
      },
    })
    while (log.length === 0) await new Promise((resolve) => setImmediate(resolve))

    const stopped = stop().then(() => log.push('stopped'))
    await new Promise((resolve) => setImmediate(resolve))
    finish()
    await stopped

    expect(log).toEqual(['begin a', 'end a', 'stopped'])
  })

  it('ends with an error when a watch can never work', async () => {
    const hub = await startHub()
    const { ended } = runController(hub, { labelSelector: 'a in (', reconcile: async () => ({}) })

    expect(await ended).toMatchObject({ reason: 'BadRequest' })
  })

  it('counts what it does, under the names of controller-runtime', async () => {
    const hub = await startHub()
    await hub.client.create(Note, aNote('good'))
    await hub.client.create(Note, aNote('bad'))
    const { manager } = runController(hub, {
      reconcile: async (_ctx, { name }) => {
        if (name === 'bad') throw new Terminal('bad')
        return {}
      },
    })
    await hub.clock.settle()

    const text = manager.metrics.text()

    expect(text).toContain('controller_runtime_reconcile_total{controller="notes",result="success"} 1\n')
    expect(text).toContain('controller_runtime_reconcile_total{controller="notes",result="error"} 1\n')
    expect(text).toContain('controller_runtime_terminal_reconcile_errors_total{controller="notes"} 1\n')
    expect(text).toContain('controller_runtime_reconcile_time_seconds_bucket{controller="notes",le="+Inf"} 2\n')
    expect(text).toContain('workqueue_adds_total{name="notes",controller="notes"} 2\n')
    expect(text).toContain('workqueue_depth{name="notes",controller="notes"} 0\n')
    expect(text).toMatch(/rest_client_requests_total\{code="200",method="GET",host="in process"\} 2\n/)
  })

  it('counts together with other managers of a process, and what they ask by the same client once', async () => {
    const { client, clock, random } = await startHub()
    const metrics = new ControllerMetrics()
    await client.create(Note, aNote('a'))
    for (const name of ['readers', 'writers', 'writers']) {
      const manager = createManager({ client, clock, random, metrics })
      manager.add({ name, kind: Note, workers: 2, reconcile: async () => ({}) })
      runInBackground((signal) => manager.start(signal))
    }
    await clock.settle()

    const text = metrics.registry.text()

    expect(text).toContain('controller_runtime_reconcile_total{controller="readers",result="success"} 1\n')
    expect(text).toContain('controller_runtime_reconcile_total{controller="writers",result="success"} 2\n')
    expect(text).toContain('controller_runtime_max_concurrent_reconciles{controller="writers"} 4\n')
    expect(text).toContain('workqueue_depth{name="writers",controller="writers"} 0\n')
    // A list and a watch, which all of them share.
    expect(text).toContain('rest_client_requests_total{code="200",method="GET",host="in process"} 2\n')
  })

  it('is ready when all it watches is known', async () => {
    const hub = await startHub()
    const { manager } = runController(hub, { owns: [ConfigMap], reconcile: async () => ({}) })
    const before = manager.health().map(({ ok }) => ok)

    await hub.clock.settle()

    expect(before).toEqual([false, false])
    expect(manager.health()).toEqual([
      { name: 'informer/notes.test.skep.dev', ok: true, message: 'watching' },
      { name: 'informer/configmaps', ok: true, message: 'watching' },
    ])
  })

  it('works only while it holds its lease, and hands over when it is stopped', async () => {
    const hub = await startHub()
    const seen: string[] = []
    const contender = (identity: string) => {
      const lease = { namespace: 'default', name: 'notes', identity }
      const manager = createManager({ client: hub.client, clock: hub.clock, random: hub.random }, { lease })
      manager.add({
        name: 'notes',
        kind: Note,
        reconcile: async (_ctx, { name }) => {
          seen.push(`${identity} ${name}`)
          return {}
        },
      })
      return { manager, ...runInBackground((signal) => manager.start(signal)) }
    }
    const first = contender('first')
    await hub.clock.settle()
    const second = contender('second')
    await hub.clock.settle()

    await hub.client.create(Note, aNote('a'))
    await hub.clock.advance(60_000)
    expect(seen).toEqual(['first a'])
    expect(second.manager.metrics.text()).toContain('leader_election_master_status{name="notes"} 0\n')
    await first.stop()
    await hub.clock.advance(5_000)

    expect(seen).toEqual(['first a', 'second a'])
    expect(second.manager.metrics.text()).toContain('leader_election_master_status{name="notes"} 1\n')
  })
})

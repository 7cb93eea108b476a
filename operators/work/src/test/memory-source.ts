import type { ManifestWork } from '@skep/api'
import type { ChangeHandler, Draft, ObjectChange, Stored } from '@skep/client'
import { WORK_FINALIZER } from '../names.ts'
import type { WorkSource } from '../source/work-source.ts'
import { newWork } from './world.ts'

/** Works that come from no Kubernetes, as behind a message broker. */
export interface MemorySource extends WorkSource {
  /** A new work, or a new state of one. */
  put(name: string, ...work: Parameters<typeof newWork> extends [string, ...infer Rest] ? Rest : never): void
  /** Asks for the end of a work. */
  remove(name: string): void
}

export function createMemorySource(): MemorySource {
  const works = new Map<string, Stored<ManifestWork>>()
  const handlers = new Set<ChangeHandler<ManifestWork>>()
  let version = 0
  const tell = (change: ObjectChange<ManifestWork>) => {
    for (const handler of handlers) handler(change)
  }
  const store = (
    name: string,
    metadata: Partial<ManifestWork['metadata']>,
    rest: Partial<Draft<ManifestWork>> = {},
  ) => {
    const previous = works.get(name)
    const resourceVersion = String(++version)
    const object: Stored<ManifestWork> = {
      ...{ apiVersion: 'work.open-cluster-management.io/v1', kind: 'ManifestWork' },
      ...previous,
      ...rest,
      metadata: { ...previous?.metadata, name, uid: `uid-${name}`, resourceVersion, ...metadata },
    }
    works.set(name, object)
    tell(previous ? { type: 'updated', object, previous } : { type: 'added', object })
  }
  return {
    get: (name) => works.get(name),
    onChange: (handler) => {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
    run: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    waitForSync: async () => undefined,
    addFinalizer: async ({ metadata }) => store(metadata.name, { finalizers: [WORK_FINALIZER] }),
    removeFinalizer: async ({ metadata: { name } }) => {
      const object = works.get(name)
      works.delete(name)
      if (object) tell({ type: 'deleted', object, previous: object })
    },
    writeStatus: async (_before, { metadata, status }) => store(metadata.name, {}, { status }),
    put: (name, manifests, spec) => {
      const generation = (works.get(name)?.metadata.generation ?? 0) + 1
      store(name, { generation }, { spec: newWork(name, manifests, spec).spec })
    },
    remove: (name) => store(name, { deletionTimestamp: '2030-01-01T00:00:00Z' }),
  }
}

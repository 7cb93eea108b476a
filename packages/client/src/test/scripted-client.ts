import { StatusError } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { Client, WatchOptions } from '../client.ts'
import { ConnectionError } from '../errors.ts'
import type { Stored } from '../kind.ts'
import type { WatchEvent } from '../watch.ts'

/** An object that is nothing but its name and version. */
export const at = (name: string, resourceVersion: string, uid = `uid-${name}`): Stored => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name, uid, resourceVersion },
})

export const event = (type: WatchEvent['type'], name: string, version: string, uid?: string): WatchEvent => ({
  type,
  object: at(name, version, uid),
})

export const cut = new ConnectionError('the connection was closed', { sent: true })
export const expired = new StatusError('Expired', 'too old resource version: 1 (9)')

type ListStep = { list: readonly Stored[]; version: string } | { list: Error }
type WatchStep = { watch: readonly WatchEvent[]; end?: Error | 'hang' }

/** What a server is asked, as far as following objects goes. */
export interface Script {
  readonly client: Client
  /** `list`, and `watch N` with the version each began at. */
  readonly asked: string[]
}

/** A client whose server answers lists and watches from a script; when it is over, watches hang. */
export function scriptedClient(steps: readonly (ListStep | WatchStep)[]): Script {
  const left = [...steps]
  const asked: string[] = []
  const list = async () => {
    asked.push('list')
    const step = left.shift()
    if (!step || !('list' in step)) throw new Error('the script has no list here')
    if (step.list instanceof Error) throw step.list
    return { items: [...step.list], resourceVersion: 'version' in step ? step.version : '' }
  }
  async function* watch(_kind: unknown, { resourceVersion, signal }: WatchOptions = {}) {
    asked.push(`watch ${resourceVersion}`)
    const step = left.shift() ?? { watch: [], end: 'hang' }
    if (!('watch' in step)) throw new Error('the script has no watch here')
    yield* step.watch
    if (step.end === 'hang')
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    if (step.end instanceof Error) throw step.end
  }
  // Of a client, following objects uses only these two; their types do not matter to a script.
  return { client: { list, watch } as unknown as Client, asked }
}

/** A change in a few words. */
export const told = (change: { type: string; object?: KubeObject; resourceVersion?: string }): string =>
  change.object
    ? `${change.type} ${change.object.metadata.name} ${change.object.metadata.resourceVersion}`
    : `${change.type} ${change.resourceVersion}`

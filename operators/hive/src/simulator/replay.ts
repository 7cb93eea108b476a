import type { Informer, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { Replaying } from '@skep/sim'
import { placeOf } from '../platform.ts'
import { readCreated, readReplay } from './state-annotations.ts'

/**
 * Gives objects lives of the recording as they appear, which is the order in which they were made. Returns how to give
 * them to objects that are there already, when there is another recording.
 */
export function offersLives<T extends KubeObject>(informer: Informer<T>, replaying: Replaying): () => void {
  const { kind } = informer.kind
  const offer = (object: Stored<T>) => {
    const { namespace = '', name, uid } = object.metadata
    const replays = readReplay(object)
    // Whoever is on the way stays on it.
    if (replays === undefined && readCreated(object) !== undefined) return
    replaying.begin(kind, { namespace, name, uid, ...placeOf(kind, object), replays })
  }
  informer.onChange((change) => {
    if (change.type === 'added') offer(change.object)
    else if (change.type === 'deleted') replaying.end(change.object.metadata.uid)
  })
  return () => {
    for (const object of informer.list().sort(byAge)) offer(object)
  }
}

const byAge = (a: Stored<KubeObject>, b: Stored<KubeObject>): number =>
  (a.metadata.creationTimestamp ?? '').localeCompare(b.metadata.creationTimestamp ?? '')

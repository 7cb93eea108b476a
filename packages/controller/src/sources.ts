import {
  type ChangeHandler,
  type Client,
  type ClientKind,
  type InformerOptions,
  type LabelSelector,
  type ObjectChange,
  type ObjectRef,
  objectKey,
  type Stored,
} from '@skep/client'
import { asJson, jsonEqual, type KubeObject } from '@skep/schema'

/** The objects to work on because of another one. */
export type KeysOf<T extends KubeObject = KubeObject> = (object: Stored<T>) => Iterable<ObjectRef>

/** Which objects of a kind to watch. */
export interface SourceOptions<T extends KubeObject = KubeObject> {
  /** Where they are; on the manager's own cluster unless given. */
  readonly client?: Client
  readonly namespace?: string
  readonly labelSelector?: LabelSelector
  readonly fieldSelector?: string
  /** Whether a change matters; all do unless given. */
  readonly when?: (change: ObjectChange<T>) => boolean
}

/** Objects whose changes bring others to work. Made by `watchOf`. */
export interface Source {
  readonly kind: ClientKind
  readonly client: Client | undefined
  readonly select: Pick<InformerOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>
  /** A handler that hands the keys of a change on. */
  handler(enqueue: (key: ObjectRef) => void): ChangeHandler<KubeObject>
}

/** Watches a kind; of a change, the keys of both the former and the new state are brought to work. */
export function watchOf<T extends KubeObject>(
  kind: ClientKind<T>,
  keysOf: KeysOf<T>,
  { client, when = () => true, ...select }: SourceOptions<T> = {},
): Source {
  const handler = (enqueue: (key: ObjectRef) => void) => (change: ObjectChange<T>) => {
    if (!when(change)) return
    const keys = new Map<string, ObjectRef>()
    const states = change.type === 'updated' ? [change.previous, change.object] : [change.object]
    // A key that both states name is one piece of work.
    for (const state of states) for (const key of keysOf(state)) keys.set(encodeKey(key), key)
    for (const key of keys.values()) enqueue(key)
  }
  // The informer of this kind is the only one to call the handler, so the type of its objects can be forgotten here.
  return { kind, client, select, handler: handler as Source['handler'] }
}

/** The object itself. */
export const ownKey: KeysOf = ({ metadata }) => [metadata]

/** The object that controls this one, if it is of the given kind. */
export const controllerKey =
  (owner: ClientKind): KeysOf =>
  ({ metadata }) =>
    (metadata.ownerReferences ?? [])
      .filter(
        ({ controller, kind, apiVersion }) => controller && kind === owner.kind && groupOf(apiVersion) === owner.group,
      )
      .map(({ name }) => ({ name, ...(owner.scope === 'Namespaced' ? { namespace: metadata.namespace } : {}) }))

/** The object that labels name; in the same namespace unless a label says which. */
export const labelledKey =
  (labels: { readonly name: string; readonly namespace?: string }): KeysOf =>
  ({ metadata }) => {
    const name = metadata.labels?.[labels.name]
    if (name === undefined) return []
    const namespace = labels.namespace === undefined ? metadata.namespace : metadata.labels?.[labels.namespace]
    return [{ name, namespace }]
  }

/** Whether a change is more than a change of the status: the spec, or the wish to be gone. */
export const specChanged = (change: ObjectChange): boolean =>
  change.type !== 'updated' ||
  change.object.metadata.generation !== change.previous.metadata.generation ||
  change.object.metadata.deletionTimestamp !== change.previous.metadata.deletionTimestamp

/** Whether a change is of more than the status: the spec, the wish to be gone, or what else is noted on the object. */
export const isMoreThanStatus = (change: ObjectChange): boolean =>
  specChanged(change) || (change.type === 'updated' && !jsonEqual(notesOn(change.object), notesOn(change.previous)))

const notesOn = ({ metadata: { labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } }: Stored) =>
  asJson([labels, annotations, finalizers, ownerReferences])

/** A key as the queue has it. */
export const encodeKey = objectKey

/** And back. */
export function decodeKey(encoded: string): ObjectRef {
  const slash = encoded.indexOf('/')
  return slash === -1 ? { name: encoded } : { namespace: encoded.slice(0, slash), name: encoded.slice(slash + 1) }
}

const groupOf = (apiVersion: string): string => {
  const slash = apiVersion.indexOf('/')
  return slash === -1 ? '' : apiVersion.slice(0, slash)
}

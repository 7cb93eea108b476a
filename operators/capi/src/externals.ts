import {
  type Client,
  type ClientKind,
  createKindResolver,
  type DynamicObject,
  type Informer,
  type ObjectRef,
} from '@skep/client'
import type { Manager } from '@skep/controller'
import { type External, type FullReference, referenceKey } from './references.ts'

/** When to look again for a kind that nobody serves yet; objects of any other kind bring to work who refers to them. */
export const UNSERVED_RETRY_MS = 30_000

/** Brings to work what refers to an object, given the key of the reference, and whether the object is new. */
export type ReferenceListener = (key: string, isNew: boolean) => void

/** The objects of providers that specs refer to. Each kind is followed from its first use on. */
export interface Externals {
  /** Undefined when the server does not serve the kind. */
  kindOf(reference: FullReference): Promise<ClientKind<DynamicObject> | undefined>
  /** The object as it was a moment ago; what is not known here is asked for, so that undefined means that it is not there. */
  get(reference: FullReference, namespace: string | undefined): Promise<External | undefined>
  /** The same without asking, for who comes back when the object does. */
  peek(reference: FullReference, namespace: string | undefined): Promise<External | undefined>
  /** Tells of every change of an object that was asked for once. */
  onChange(listener: ReferenceListener): void
}

/** Follows kinds as they are asked for, among the copies that a manager keeps. */
export function createExternals(client: Client, manager: Manager): Externals {
  const resolver = createKindResolver(client)
  const followed = new Map<string, Informer<DynamicObject>>()
  const listeners: ReferenceListener[] = []

  const follow = (kind: ClientKind<DynamicObject>): Informer<DynamicObject> => {
    const id = `${kind.group}/${kind.version}/${kind.kind}`
    const present = followed.get(id)
    if (present) return present
    const informer = manager.informersOf().of(kind)
    followed.set(id, informer)
    informer.onChange(({ type, object }) => {
      const { apiVersion, metadata } = object
      const key = referenceKey(metadata.namespace, { apiVersion, kind: kind.kind, name: metadata.name })
      for (const listener of listeners) listener(key, type === 'added')
    })
    return informer
  }
  const kindOf = async (reference: FullReference) => {
    const kind = await resolver.resolve(reference)
    if (kind) follow(kind)
    return kind
  }
  const peek: Externals['peek'] = async (reference, namespace) => {
    const kind = await kindOf(reference)
    return kind && follow(kind).get(refOf(reference, namespace))
  }
  return {
    kindOf,
    peek,
    get: async (reference, namespace) => {
      const known = await peek(reference, namespace)
      const kind = known ? undefined : await kindOf(reference)
      return kind ? client.get(kind, refOf(reference, namespace)) : known
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

const refOf = ({ name }: FullReference, namespace: string | undefined): ObjectRef => ({
  name,
  ...(namespace === undefined ? {} : { namespace }),
})

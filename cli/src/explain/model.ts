import type { TimeSource } from './times.ts'

/** Who can act: a person, an operator, a cloud or the hardware behind it, the agent of a node, or none of them need to. */
export type Role = 'user' | 'operator' | 'cloud' | 'kubelet' | 'nobody'

/** Who has to act next, and what they would do where that is not plain. */
export interface Actor {
  readonly role: Role
  /** Which operator or cloud. */
  readonly name?: string
  readonly action?: string
}

/** How something is: as it should be, on its way there, or not getting there by itself. */
export type Health = 'good' | 'waiting' | 'failing'

/** What is to be said of one object. */
export interface Verdict {
  readonly health: Health
  /** One word, such as the reason of a condition. */
  readonly state: string
  /** What has to happen first; absent when it is as it should be. */
  readonly waitsFor?: string
  /** Since when, as RFC 3339. */
  readonly since?: string
  /** Whose clock `since` is by. */
  readonly sinceBy?: TimeSource
  readonly nextActor: Actor
  /** Whether it is so because of what it belongs to, of which more can be said. */
  readonly inherited?: boolean
  /** Whether it is so because of the object alone, so that nothing below it is the cause. */
  readonly own?: boolean
}

/** Names an object in one of the clusters at hand. */
export interface ObjectName {
  /** Empty for the cluster that was asked; otherwise the name of a tenant's. */
  readonly cluster: string
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/** An object, what is to be said of it, and the same for what belongs to it, in the order in which things come about. */
export interface Explained extends Verdict {
  readonly object: ObjectName
  /** When it was asked to go. */
  readonly deletedAt?: string
  readonly children: readonly Explained[]
}

/** A person, who has to do something. */
export const user = (action: string): Actor => ({ role: 'user', action })
/** An operator; what it does is its business unless said. */
export const operator = (name: string, action?: string): Actor => ({
  role: 'operator',
  name,
  ...(action === undefined ? {} : { action }),
})
/** A cloud, or what stands for one. */
export const cloud = (name: string): Actor => ({ role: 'cloud', name })
export const KUBELET: Actor = { role: 'kubelet' }
export const NOBODY: Actor = { role: 'nobody' }

/** All is well. */
export const good = (state: string, since?: string): Verdict => ({
  health: 'good',
  state,
  nextActor: NOBODY,
  ...(since === undefined ? {} : { since }),
})

/** What is wrong or missing. */
export interface Trouble {
  readonly state: string
  readonly waitsFor: string
  readonly since?: string | undefined
  readonly nextActor: Actor
}

const trouble = (health: Health, { state, waitsFor, since, nextActor }: Trouble): Verdict => ({
  health,
  state,
  waitsFor,
  nextActor,
  ...(since === undefined ? {} : { since }),
})

/** On its way. */
export const waiting = (what: Trouble): Verdict => trouble('waiting', what)
/** Not going on by itself. */
export const failing = (what: Trouble): Verdict => trouble('failing', what)

/** `NAMESPACE/NAME`, or the name of what is in no namespace. */
export const nameOf = ({ namespace, name }: { readonly namespace?: string | undefined; readonly name: string }) =>
  namespace === undefined || namespace === '' ? name : `${namespace}/${name}`

/** Whether it and everything below it is as it should be. */
export const isFine = ({ health, children }: Explained): boolean => health === 'good' && children.every(isFine)

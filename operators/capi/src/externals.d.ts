import { type Client, type ClientKind, type DynamicObject } from '@skep/client'
import type { Manager } from '@skep/controller'
import { type External, type FullReference } from './references.ts'
/** When to look again for a kind that nobody serves yet; objects of any other kind bring to work who refers to them. */
export declare const UNSERVED_RETRY_MS = 30000
/** Brings to work what refers to an object, given the key of the reference. */
export type ReferenceListener = (key: string) => void
/** The objects of providers that specs refer to. Each kind is followed from its first use on. */
export interface Externals {
  /** Undefined when the server does not serve the kind. */
  kindOf(reference: FullReference): Promise<ClientKind<DynamicObject> | undefined>
  /** The object as it was a moment ago; what is not known here is asked for, so that undefined means that it is not there. */
  get(reference: FullReference, namespace: string | undefined): Promise<External | undefined>
  /** Tells of every change of an object that was asked for once. */
  onChange(listener: ReferenceListener): void
}
/** Follows kinds as they are asked for, among the copies that a manager keeps. */
export declare function createExternals(client: Client, manager: Manager): Externals
//# sourceMappingURL=externals.d.ts.map

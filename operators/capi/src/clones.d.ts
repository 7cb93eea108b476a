import type { Client, ClientKind, Draft, DynamicObject } from '@skep/client'
import { type OwnerReference } from '@skep/schema'
import type { Externals } from './externals.ts'
import { type External, type FullReference } from './references.ts'
/** What a template makes: its kind is that of the template without `Template`. */
export declare const clonedReference: (template: FullReference, name: string) => FullReference
/** For whom something is made from a template. */
export interface CloneOptions {
  readonly name: string
  readonly namespace: string | undefined
  readonly clusterName: string
  readonly owner: OwnerReference
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly annotations?: Readonly<Record<string, string>> | undefined
}
/** The object that a template makes. */
export declare function cloneOf(
  template: External,
  reference: FullReference,
  options: CloneOptions,
): Draft<DynamicObject>
/** A template with the kind of what it makes. */
export interface Template {
  readonly reference: FullReference
  readonly object: External
  readonly makes: ClientKind<DynamicObject>
}
/** A template that specs refer to. Rejects when it, or the kind of what it makes, is not there. */
export declare function findTemplate(
  externals: Externals,
  reference: FullReference,
  namespace: string | undefined,
): Promise<Template>
/** Makes an object from a template. */
export declare const createClone: (
  client: Client,
  { reference, object, makes }: Template,
  options: CloneOptions,
) => Promise<External>
//# sourceMappingURL=clones.d.ts.map

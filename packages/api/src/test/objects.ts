/** What tests of kinds share: the way of an object through a kind's schema and rules, as the server leads it. */
import { compileSchema, type JsonObject, type KindDefinition, type KubeObject } from '@skep/schema'
import { printed } from './printed.ts'

/** A manifest as a test writes it down. */
export type Manifest = { metadata?: KubeObject['metadata'] } & Record<string, unknown>

/** An object of the kind with all its defaults. */
export function defaulted<T extends KubeObject>(kind: KindDefinition<T>, manifest: Manifest): T {
  const object: JsonObject = JSON.parse(JSON.stringify({ metadata: { name: 'a' }, ...manifest }))
  const schema = compileSchema(kind.schema.node)
  const problem = schema.decode(object)
  if (problem !== undefined) throw new Error(problem)
  schema.applyDefaults(object)
  // The schema has just made it one.
  const typed = object as unknown as T
  kind.rules.defaults?.(typed)
  return typed
}

/** An object of the kind as it would be stored by a create. */
export function created<T extends KubeObject>(kind: KindDefinition<T>, manifest: Manifest): T {
  const object = defaulted(kind, manifest)
  kind.rules.prepareForCreate?.(object)
  return object
}

/** An object of the kind as it would be stored by an update. */
export function updated<T extends KubeObject>(
  kind: KindDefinition<T>,
  stored: T,
  manifest: Manifest,
  subresource = '',
): T {
  const object = defaulted(kind, { ...manifest, metadata: { ...stored.metadata, ...manifest.metadata } })
  kind.rules.prepareForUpdate?.(object, stored, { subresource })
  return object
}

/** What is wrong with creating such an object. */
export const refusal = <T extends KubeObject>(kind: KindDefinition<T>, manifest: Manifest): string[] =>
  printed(kind.rules.validate?.(created(kind, manifest)))

/** What is wrong with changing one such object into another. */
export function refusalOfUpdate<T extends KubeObject>(
  kind: KindDefinition<T>,
  before: Manifest,
  after: Manifest,
  subresource = '',
): string[] {
  const stored = created(kind, before)
  const object = updated(kind, stored, after, subresource)
  const ofObject = subresource === '' ? kind.rules.validate?.(object) : []
  return printed([...(ofObject ?? []), ...(kind.rules.validateUpdate?.(object, stored, { subresource }) ?? [])])
}

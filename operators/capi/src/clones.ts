import type { Client, ClientKind, Draft, DynamicObject } from '@skep/client'
import { cloneJson, isObject, type Json, type OwnerReference } from '@skep/schema'
import { groupKindOf } from './contract.ts'
import type { Externals } from './externals.ts'
import { ANNOTATIONS, LABELS } from './names.ts'
import { type External, type FullReference, valueAt } from './references.ts'

const SUFFIX = 'Template'

/** What a template makes: its kind is that of the template without `Template`. */
export const clonedReference = (template: FullReference, name: string): FullReference => ({
  apiVersion: template.apiVersion,
  kind: clonedKind(template),
  name,
})

const clonedKind = ({ kind }: FullReference): string => (kind.endsWith(SUFFIX) ? kind.slice(0, -SUFFIX.length) : kind)

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
export function cloneOf(template: External, reference: FullReference, options: CloneOptions): Draft<DynamicObject> {
  const made = valueAt(template, 'spec', 'template')
  const { metadata, ...content } = isObject(made) ? made : {}
  const { name, namespace, clusterName, owner } = options
  return {
    // What a server gave is JSON.
    ...(cloneJson(content as Json) as object),
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...textsOf(metadata, 'labels'), ...options.labels, [LABELS.cluster]: clusterName },
      annotations: {
        ...textsOf(metadata, 'annotations'),
        ...options.annotations,
        [ANNOTATIONS.clonedFromName]: reference.name,
        [ANNOTATIONS.clonedFromGroupKind]: groupKindOf(reference),
      },
      ownerReferences: [owner],
    },
  }
}

function textsOf(metadata: Json | undefined, field: string): Record<string, string> {
  const texts = isObject(metadata) ? metadata[field] : undefined
  return isObject(texts) ? Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, String(value)])) : {}
}

/** A template with the kind of what it makes. */
export interface Template {
  readonly reference: FullReference
  readonly object: External
  readonly makes: ClientKind<DynamicObject>
}

/** A template that specs refer to. Rejects when it, or the kind of what it makes, is not there. */
export async function findTemplate(
  externals: Externals,
  reference: FullReference,
  namespace: string | undefined,
): Promise<Template> {
  const object = await externals.get(reference, namespace)
  if (!object) throw new Error(`${reference.kind} ${namespace}/${reference.name} does not exist`)
  const makes = await externals.kindOf(clonedReference(reference, ''))
  if (!makes) throw new Error(`the server does not serve ${clonedKind(reference)} of ${reference.apiVersion}`)
  return { reference, object, makes }
}

/** Makes an object from a template. */
export const createClone = (
  client: Client,
  { reference, object, makes }: Template,
  options: CloneOptions,
): Promise<External> => client.create(makes, cloneOf(object, reference, options))

import { cloneJson, isObject } from '@skep/schema'
import { groupKindOf } from './contract.js'
import { ANNOTATIONS, LABELS } from './names.js'
import { valueAt } from './references.js'

const SUFFIX = 'Template'
/** What a template makes: its kind is that of the template without `Template`. */
export const clonedReference = (template, name) => ({
  apiVersion: template.apiVersion,
  kind: clonedKind(template),
  name,
})
const clonedKind = ({ kind }) => (kind.endsWith(SUFFIX) ? kind.slice(0, -SUFFIX.length) : kind)
/** The object that a template makes. */
export function cloneOf(template, reference, options) {
  const made = valueAt(template, 'spec', 'template')
  const { metadata, ...content } = isObject(made) ? made : {}
  const { name, namespace, clusterName, owner } = options
  return {
    // What a server gave is JSON.
    ...cloneJson(content),
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
function textsOf(metadata, field) {
  const texts = isObject(metadata) ? metadata[field] : undefined
  return isObject(texts) ? Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, String(value)])) : {}
}
/** A template that specs refer to. Rejects when it, or the kind of what it makes, is not there. */
export async function findTemplate(externals, reference, namespace) {
  const object = await externals.get(reference, namespace)
  if (!object) throw new Error(`${reference.kind} ${namespace}/${reference.name} does not exist`)
  const makes = await externals.kindOf(clonedReference(reference, ''))
  if (!makes) throw new Error(`the server does not serve ${clonedKind(reference)} of ${reference.apiVersion}`)
  return { reference, object, makes }
}
/** Makes an object from a template. */
export const createClone = (client, { reference, object, makes }, options) =>
  client.create(makes, cloneOf(object, reference, options))
//# sourceMappingURL=clones.js.map

import { isObject } from '@skep/schema'
/** The reference, if it says enough; an empty one counts as none. */
export const referenceOf = (reference) => {
  const { apiVersion, kind, name } = reference ?? {}
  return apiVersion && kind && name ? { apiVersion, kind, name } : undefined
}
/** The group of an API version. */
export const groupOf = (apiVersion) => (apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '')
/** Names an object in an index, whatever the version it is referred to in. */
export const referenceKey = (namespace, { apiVersion, kind, name }) =>
  `${groupOf(apiVersion)}/${kind}/${namespace}/${name}`
/** The keys of references that say enough. */
export const referenceKeys = ({ metadata: { namespace } }, ...references) =>
  references.flatMap((reference) => {
    const full = referenceOf(reference)
    return full ? [referenceKey(namespace, full)] : []
  })
/** The value at a path of an object. */
export function valueAt(object, ...path) {
  let value = object
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}
/** The text at a path; undefined when there is none, or an empty one. */
export function textAt(object, ...path) {
  const value = valueAt(object, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}
/** Whether there is a true at a path. */
export const isSetAt = (object, ...path) => valueAt(object, ...path) === true
//# sourceMappingURL=references.js.map

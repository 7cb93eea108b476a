import { s, type TypeOf } from '@skep/schema'

/** An object in the same namespace, as CRDs state it: a name that is empty rather than missing. */
export const LocalReference = s.object(
  { name: s.defaulted(s.string({ description: 'Name of the object.', default: '' })) },
  { mapType: 'atomic' },
)
export type LocalReference = TypeOf<typeof LocalReference>

/** An object in a stated namespace. */
export const NamespacedReference = s.object({
  name: s.string({ description: 'Name of the object.' }),
  namespace: s.string({ description: 'Namespace of the object.' }),
})
export type NamespacedReference = TypeOf<typeof NamespacedReference>

/** An object that only its name tells. */
export const NameReference = s.object({ name: s.string({ description: 'Name of the object.' }) })
export type NameReference = TypeOf<typeof NameReference>

/** A reference to an object in the same namespace. */
export const localReference = (description: string) => s.with(LocalReference, { description })

/** A reference to an object in the same namespace, which may be missing. */
export const optionalLocalReference = (description: string) => s.optional(localReference(description))

/** A reference to an object in any namespace. */
export const namespacedReference = (description: string) => s.with(NamespacedReference, { description })

const SelectorRequirement = s.object({
  key: s.string({ description: 'Key of the label.' }),
  operator: s.string({ description: 'In, NotIn, Exists or DoesNotExist.' }),
  values: s.optional(s.array(s.string(), { description: 'Values for In and NotIn.', listType: 'atomic' })),
})

const Selector = s.object(
  {
    matchExpressions: s.optional(
      s.array(SelectorRequirement, { description: 'Conditions on labels.', listType: 'atomic' }),
    ),
    matchLabels: s.optional(s.map(s.string(), { description: 'Labels and the value each must have.' })),
  },
  { mapType: 'atomic' },
)

/** Objects chosen by label. A CRD, unlike a built-in kind, refuses a requirement without key or operator. */
export const labelSelector = (description: string) => s.with(Selector, { description })

import { type Schema, s } from './dsl.ts'
import type { ObjectMeta } from './kind.ts'

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** A reference to an object that owns this one. */
export const ownerReference = s.object(
  {
    apiVersion: s.string({ description: 'API version of the referent.', default: '' }),
    blockOwnerDeletion: s.optional(
      s.bool({
        description:
          'If true, AND if the owner has the "foregroundDeletion" finalizer, then the owner cannot be deleted from the key-value store until this reference is removed. See https://kubernetes.io/docs/concepts/architecture/garbage-collection/#foreground-deletion for how the garbage collector interacts with this field and enforces the foreground deletion. Defaults to false. To set this field, a user needs "delete" permission of the owner, otherwise 422 (Unprocessable Entity) will be returned.',
      }),
    ),
    controller: s.optional(s.bool({ description: 'If true, this reference points to the managing controller.' })),
    kind: s.string({
      default: '',
      description:
        'Kind of the referent. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
    }),
    name: s.string({
      default: '',
      description:
        'Name of the referent. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
    }),
    uid: s.string({
      default: '',
      description:
        'UID of the referent. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#uids',
    }),
  },
  {
    component: `${META}.OwnerReference`,
    mapType: 'atomic',
    description:
      'OwnerReference contains enough information to let you identify an owning object. An owning object must be in the same namespace as the dependent, or be cluster-scoped, so there is no namespace field.',
  },
)

const fieldsV1 = s.anyObject({
  component: `${META}.FieldsV1`,
  description: 'A set of fields, as a tree of their names.',
})

const managedFieldsEntry = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'Version in which the fields are named.' })),
    fieldsType: s.optional(s.string({ description: 'FieldsV1, the only form there is.' })),
    fieldsV1: s.optional(s.with(fieldsV1, { description: 'The fields this manager owns, as a tree.' })),
    manager: s.optional(s.string({ description: 'Who owns the fields.' })),
    operation: s.optional(s.string({ description: 'How it came to own them: Apply or Update.' })),
    subresource: s.optional(s.string({ description: 'Subresource through which the fields were written.' })),
    time: s.optional(s.time({ description: 'When the set of fields last changed.' })),
  },
  { component: `${META}.ManagedFieldsEntry`, description: 'The fields of an object that one manager owns.' },
)

/** `metadata` of every object. */
export const objectMeta = s.object(
  {
    annotations: s.optional(s.map(s.string(), { description: 'Free text by key, for tools and people.' })),
    creationTimestamp: s.optional(s.time({ description: 'When the object was created. Set by the server.' })),
    deletionGracePeriodSeconds: s.optional(
      s.int64({ description: 'Seconds the object has to end gracefully. Set by the server.' }),
    ),
    deletionTimestamp: s.optional(
      s.time({ description: 'When the object is to be gone; it stays while finalizers remain. Set by the server.' }),
    ),
    finalizers: s.optional(
      s.array(s.string(), {
        listType: 'set',
        patchStrategy: 'merge',
        description: 'Who still has work to do before the object may go.',
      }),
    ),
    generateName: s.optional(
      s.string({ omitEmpty: true, description: 'Start of a name that the server completes when no name is given.' }),
    ),
    generation: s.optional(
      s.int64({ omitEmpty: true, description: 'Counts changes of the desired state. Set by the server.' }),
    ),
    labels: s.optional(s.map(s.string(), { description: 'Keys and values by which objects are selected.' })),
    managedFields: s.optional(
      s.array(managedFieldsEntry, { listType: 'atomic', description: 'Who owns which fields. Kept by the server.' }),
    ),
    name: s.optional(
      s.string({ omitEmpty: true, description: 'Name, unique among objects of its kind in its namespace.' }),
    ),
    namespace: s.optional(
      s.string({ omitEmpty: true, description: 'Namespace the object lives in; empty for cluster-wide kinds.' }),
    ),
    ownerReferences: s.optional(
      s.array(ownerReference, {
        listType: 'map',
        listMapKeys: ['uid'],
        patchStrategy: 'merge',
        patchMergeKey: 'uid',
        description: 'Objects this one belongs to; when all are gone, it is deleted too.',
      }),
    ),
    resourceVersion: s.optional(
      s.string({ omitEmpty: true, description: 'Version of this state. Set by the server.' }),
    ),
    selfLink: s.optional(s.string({ omitEmpty: true, description: 'No longer filled in.' })),
    uid: s.optional(
      s.string({ omitEmpty: true, description: 'Identity of this very object, never used twice. Set by the server.' }),
    ),
  },
  { component: `${META}.ObjectMeta`, description: 'What every object says about itself.' },
) as Schema<ObjectMeta>

/** The members every kind begins with: `s.object({ ...kubeObject, spec, status })`. */
export const kubeObject = {
  apiVersion: s.string({
    description:
      'APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources',
  }),
  kind: s.string({
    description:
      'Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
  }),
  metadata: s.with(objectMeta, {
    default: {},
    description:
      "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
  }),
}

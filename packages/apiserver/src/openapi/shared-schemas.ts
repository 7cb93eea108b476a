import { type SchemaNode, s } from '@skep/schema'

export { DeleteOptions as deleteOptions } from '@skep/api'

/** Schemas of what every resource's operations speak besides its own objects. */
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** Names of the components that operations refer to. */
export const STATUS = `${META}.Status`
export const DELETE_OPTIONS = `${META}.DeleteOptions`
export const PATCH = `${META}.Patch`
export const SCALE = 'io.k8s.api.autoscaling.v1.Scale'

const listMeta = s.object(
  {
    continue: s.optional(s.string({ description: 'Token for the next page; empty on the last one.' })),
    remainingItemCount: s.optional(s.int64({ description: 'How many objects follow this page, when known.' })),
    resourceVersion: s.optional(s.string({ description: 'Version of the whole list, from which a watch can go on.' })),
    selfLink: s.optional(s.string({ description: 'No longer filled in.' })),
  },
  { component: `${META}.ListMeta`, description: 'What a list says about itself.' },
)

const statusCause = s.object(
  {
    field: s.optional(s.string({ description: 'The field that caused the error.' })),
    message: s.optional(s.string({ description: 'What is wrong, for a person.' })),
    reason: s.optional(s.string({ description: 'What is wrong, for a program.' })),
  },
  { component: `${META}.StatusCause`, description: 'One cause of a failure.' },
)

const statusDetails = s.object(
  {
    causes: s.optional(s.array(statusCause, { listType: 'atomic', description: 'Everything that is wrong.' })),
    group: s.optional(s.string({ description: 'Group of the resource.' })),
    kind: s.optional(s.string({ description: 'Kind of the resource.' })),
    name: s.optional(s.string({ description: 'Name of the object.' })),
    retryAfterSeconds: s.optional(s.int32({ description: 'When to try again, where that helps.' })),
    uid: s.optional(s.string({ description: 'UID of the object.' })),
  },
  { component: `${META}.StatusDetails`, description: 'What a failure was about.' },
)

export const status = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'v1' })),
    code: s.optional(s.int32({ description: 'HTTP status code.' })),
    details: s.optional(s.with(statusDetails, { description: 'What the failure was about.' })),
    kind: s.optional(s.string({ description: 'Status' })),
    message: s.optional(s.string({ description: 'What happened, for a person.' })),
    metadata: s.optional(s.with(listMeta, { description: 'List metadata.' })),
    reason: s.optional(s.string({ description: 'What happened, for a program.' })),
    status: s.optional(s.string({ description: 'Success or Failure.' })),
  },
  { component: `${META}.Status`, description: 'The outcome of a request that returns no object.' },
)

export const patch = s.anyObject({ component: `${META}.Patch`, description: 'A patch in the form its type says.' })

/** The schema of a kind's list. */
export function listSchema(kind: string, object: SchemaNode, component: string): SchemaNode {
  return s.object(
    {
      apiVersion: s.optional(s.string({ description: 'Group and version of the list.' })),
      items: s.array(s.raw(object), { description: `The ${kind} objects.` }),
      kind: s.optional(s.string({ description: `${kind}List` })),
      metadata: s.optional(s.with(listMeta, { description: 'List metadata.' })),
    },
    { component, description: `A list of ${kind} objects.` },
  ).node
}

import { s, type TypeOf } from '@skep/schema'

/** What must hold for a delete to be carried out. */
export const Preconditions = s.object(
  {
    resourceVersion: s.optional(s.string({ description: 'The version that must still be current.' })),
    uid: s.optional(s.string({ description: 'The UID that the object must have.' })),
  },
  {
    description: 'What must hold for a delete to be carried out.',
    component: 'io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions',
  },
)
export type Preconditions = TypeOf<typeof Preconditions>

/** How to delete an object: the body of a DELETE, and part of an eviction. */
export const DeleteOptions = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'v1' })),
    dryRun: s.optional(s.array(s.string(), { listType: 'atomic', description: 'All: do everything but delete.' })),
    gracePeriodSeconds: s.optional(s.int64({ description: 'Seconds before the object is removed; 0 at once.' })),
    kind: s.optional(s.string({ description: 'DeleteOptions' })),
    orphanDependents: s.optional(s.bool({ description: 'Older form of propagationPolicy.' })),
    preconditions: s.optional(s.with(Preconditions, { description: 'What must hold first.' })),
    propagationPolicy: s.optional(s.string({ description: 'Orphan, Background or Foreground.' })),
  },
  {
    description: 'How to delete an object.',
    component: 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
  },
)
export type DeleteOptions = TypeOf<typeof DeleteOptions>

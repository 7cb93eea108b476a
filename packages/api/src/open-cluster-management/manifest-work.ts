import { defineKind, kubeObject, type ObjectOf, s, type TypeOf } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { workV1 } from './group.ts'
import { ManifestConfig, resourceIdentifier } from './manifest-config.ts'

const deleteOption = s.object(
  {
    propagationPolicy: s.defaulted(
      s.enum(['Foreground', 'Orphan', 'SelectivelyOrphan'], {
        description: 'Whether objects go with the work.',
        default: 'Foreground',
      }),
    ),
    selectivelyOrphans: s.optional(
      s.object(
        {
          orphaningRules: s.optional(
            s.array(s.object(resourceIdentifier), { description: 'Objects that stay, for SelectivelyOrphan.' }),
          ),
        },
        { description: 'Which objects stay.' },
      ),
    ),
    ttlSecondsAfterFinished: s.optional(
      s.int64({ description: 'Seconds after which a complete work is deleted.', minimum: 0 }),
    ),
  },
  { description: 'What becomes of the objects when the work goes.' },
)

const accountName = (description: string) =>
  s.string({
    description,
    minLength: 1,
    maxLength: 253,
    pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)$',
  })

const executor = s.object(
  {
    subject: s.optional(
      s.object(
        {
          type: s.enum(['ServiceAccount'], { description: 'What it is.' }),
          serviceAccount: s.optional(
            s.object(
              { namespace: accountName('Its namespace.'), name: accountName('Its name.') },
              { description: 'The service account.' },
            ),
          ),
        },
        { description: 'Whose permissions.' },
      ),
    ),
  },
  { description: 'With whose permissions objects are applied.' },
)

const spec = s.object(
  {
    workload: s.optional(
      s.object(
        {
          manifests: s.optional(
            s.array(s.anyObject({ 'x-kubernetes-embedded-resource': true }), { description: 'The objects.' }),
          ),
        },
        { description: 'Objects that the cluster shall have.' },
      ),
    ),
    deleteOption: s.optional(deleteOption),
    manifestConfigs: s.optional(
      s.array(ManifestConfig, { description: 'How objects are applied, and what is told of them.' }),
    ),
    executor: s.optional(executor),
  },
  { description: 'Objects that the cluster shall have.' },
)

/** A value of an object that is told: one of the members, by its type. */
export const FeedbackValue = s.object({
  name: s.string({ description: 'Name of the value.' }),
  fieldValue: s.object(
    {
      type: s.enum(['Integer', 'String', 'Boolean', 'JsonRaw'], { description: 'Which of the members it is.' }),
      integer: s.optional(s.int64({ description: 'A number.' })),
      string: optionalText('A text.'),
      boolean: s.optional(s.bool({ description: 'A flag.' })),
      jsonRaw: s.optional(s.string({ description: 'Anything, as JSON.', maxLength: 1024 })),
    },
    { description: 'The value.' },
  ),
})
export type FeedbackValue = TypeOf<typeof FeedbackValue>

const resourceMeta = s.object(
  {
    ordinal: s.int32({ description: 'Its place in the work.' }),
    group: optionalText('API group of the object.'),
    version: optionalText('API version of the object.'),
    kind: optionalText('Kind of the object.'),
    resource: optionalText('Resource of the object.'),
    name: optionalText('Name of the object.'),
    namespace: optionalText('Namespace of the object.'),
  },
  { description: 'Which object.' },
)

/** What is told of one object of a work. */
export const ManifestCondition = s.object({
  resourceMeta,
  statusFeedback: s.optional(
    s.object(
      {
        values: s.optional(
          s.array(FeedbackValue, { description: 'The values.', listType: 'map', listMapKeys: ['name'] }),
        ),
      },
      { description: 'Values that are told.' },
    ),
  ),
  conditions: s.conditions(),
})
export type ManifestCondition = TypeOf<typeof ManifestCondition>

const status = s.object(
  {
    conditions: s.optional(s.conditions()),
    resourceStatus: s.optional(
      s.object(
        { manifests: s.optional(s.array(ManifestCondition, { description: 'The objects, one by one.' })) },
        { description: 'What is told of the objects.' },
      ),
    ),
  },
  { description: 'What became of the objects.' },
)

/** Objects that a managed cluster shall have; its namespace says which cluster. */
export const ManifestWork = defineKind({
  ...workV1,
  kind: 'ManifestWork',
  plural: 'manifestworks',
  scope: 'Namespaced',
  schema: s.object(
    { ...kubeObject, spec: s.optional(spec), status: s.optional(status) },
    { description: 'Objects that a managed cluster shall have.' },
  ),
})
export type ManifestWork = ObjectOf<typeof ManifestWork>

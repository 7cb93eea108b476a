import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'

const schema = s.object(
  {
    ...kubeObject,
    spec: s.object(
      {
        html: s.string({ description: 'The page to show.' }),
        replicas: s.defaulted(s.int32({ description: 'How many servers show it.', minimum: 0, default: 1 })),
        paused: s.optional(s.bool({ description: 'Leave everything as it is.' })),
      },
      { description: 'What the website should be.' },
    ),
    status: s.optional(
      s.object(
        {
          phase: s.optional(s.enum(['Pending', 'Ready', 'Deleting'], { description: 'All of it in a word.' })),
          observedGeneration: s.optional(s.int64({ description: 'Generation the status is of.' })),
          conditions: s.optional(s.conditions()),
        },
        { description: 'What the website is.' },
      ),
    ),
  },
  { description: 'A page on the web.' },
)

/** A page on the web: the type, the CRD and its columns in one value. */
export const Website = defineKind({
  group: 'example.skep.dev',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
  shortNames: ['web'],
  statusSubresource: true,
  custom: true,
  schema,
  columns: [
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
})
export type Website = TypeOf<typeof schema>

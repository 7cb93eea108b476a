import { s } from '@skep/schema'
import { optionalFlag, optionalText } from '../openshift/fields.ts'

const ATOMIC = { mapType: 'atomic' as const }

const keyOf = (what: string) =>
  s.optional(
    s.object(
      {
        key: s.string({ description: 'The key.' }),
        name: s.defaulted(s.string({ description: 'Its name.', default: '' })),
        optional: optionalFlag('Whether it may be missing.'),
      },
      { description: `A key of a ${what}.`, ...ATOMIC },
    ),
  )

const fieldRef = s.object(
  {
    apiVersion: optionalText('Version in which the path is written.'),
    fieldPath: s.string({ description: 'Path of the field.' }),
  },
  { description: 'A field of the pod.', ...ATOMIC },
)

const fileKeyRef = s.object(
  {
    key: s.string({ description: 'The key.' }),
    optional: s.defaulted(s.bool({ description: 'Whether it may be missing.', default: false })),
    path: s.string({ description: 'Path of the file.' }),
    volumeName: s.string({ description: 'Volume that has the file.' }),
  },
  { description: 'A line of a file.', ...ATOMIC },
)

const resourceFieldRef = s.object(
  {
    containerName: optionalText('Container whose resources are meant.'),
    divisor: s.optional(s.quantity({ description: 'The unit to count in.' })),
    resource: s.string({ description: 'The resource.' }),
  },
  { description: 'What a container may use.', ...ATOMIC },
)

const valueFrom = s.object(
  {
    configMapKeyRef: keyOf('ConfigMap'),
    fieldRef: s.optional(fieldRef),
    fileKeyRef: s.optional(fileKeyRef),
    resourceFieldRef: s.optional(resourceFieldRef),
    secretKeyRef: keyOf('Secret'),
  },
  { description: 'Where its value comes from, as in a container.' },
)

/** Variables for the installer. */
export const installerEnv = s.optional(
  s.array(
    s.object({
      name: s.string({ description: 'Name of the variable.' }),
      value: optionalText('Its value.'),
      valueFrom: s.optional(valueFrom),
    }),
    { description: 'Environment variables of the installer.' },
  ),
)

import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { validateOptionalOneOf } from '../meta/validation.ts'
import { isSame, validateKept } from '../rules/equal.ts'
import { ageColumn, defineTable, nameColumn, type TableColumn } from '../rules/table.ts'
import type { CSIDriver, CSIDriverSpec, CSITokenRequest } from './csi-driver.ts'

const MIN_TOKEN_SECONDS = 600
const MAX_TOKEN_SECONDS = 2 ** 32
const MIN_PERIOD_SECONDS = 10
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral']

type Flag = 'attachRequired' | 'podInfoOnMount' | 'storageCapacity' | 'requiresRepublish'

const flagColumn = (name: string, field: Flag, description: string): TableColumn<CSIDriver> => ({
  name,
  type: 'boolean',
  description,
  cell: ({ spec }) => spec[field] ?? field === 'attachRequired',
})

/** What `kubectl get csidrivers` shows. */
export const csiDriverTable = defineTable<CSIDriver>(
  nameColumn,
  flagColumn('AttachRequired', 'attachRequired', 'Whether volumes must be attached before use.'),
  flagColumn('PodInfoOnMount', 'podInfoOnMount', 'Whether it wants to know about pods.'),
  flagColumn('StorageCapacity', 'storageCapacity', 'Whether pods wait for reports of free capacity.'),
  {
    name: 'TokenRequests',
    description: 'Audiences of the tokens it wants.',
    cell: ({ spec }) => spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>',
  },
  flagColumn('RequiresRepublish', 'requiresRepublish', 'Whether it wants mounts repeated.'),
  {
    name: 'Modes',
    description: 'How its volumes may be used.',
    cell: ({ spec }) => spec.volumeLifecycleModes?.join(',') || '<none>',
  },
  ageColumn,
)

/** What CSIDrivers do beyond their schema. */
export const csiDriverRules: KindRules<CSIDriver> = {
  defaults: ({ spec }) => {
    spec.attachRequired ??= true
    spec.podInfoOnMount ??= false
    spec.storageCapacity ??= false
    spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
    if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent']
    spec.requiresRepublish ??= false
    spec.seLinuxMount ??= false
  },
  validate: ({ spec }) => validateSpec(spec),
  validateUpdate: ({ spec }, stored) => [
    // The path is the one that the API reports.
    ...validateKept(spec.attachRequired, stored.spec.attachRequired, 'spec.attachedRequired'),
    ...validateKept(spec.volumeLifecycleModes, stored.spec.volumeLifecycleModes, 'spec.volumeLifecycleModes'),
  ],
  warnings: ({ spec }, stored) =>
    spec.tokenRequests?.length &&
    spec.serviceAccountTokenInSecrets === undefined &&
    !isSame(spec.tokenRequests, stored?.spec.tokenRequests)
      ? [
          'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
        ]
      : [],
  cells: csiDriverTable.cells,
}

const validateSpec = (spec: CSIDriverSpec): FieldError[] => [
  ...validateOptionalOneOf(spec.fsGroupPolicy, 'spec.fsGroupPolicy', ['File', 'None', 'ReadWriteOnceWithFSType']),
  ...validateTokenRequests(spec.tokenRequests ?? [], 'spec.tokenRequests'),
  ...(spec.volumeLifecycleModes ?? []).flatMap((mode) =>
    validateOptionalOneOf(mode, 'spec.volumeLifecycleModes', LIFECYCLE_MODES),
  ),
  ...((spec.nodeAllocatableUpdatePeriodSeconds ?? MIN_PERIOD_SECONDS) < MIN_PERIOD_SECONDS
    ? [
        fieldError.invalid(
          'spec.nodeAllocatableUpdatePeriodSeconds',
          spec.nodeAllocatableUpdatePeriodSeconds,
          `must be greater than or equal to ${MIN_PERIOD_SECONDS} seconds`,
        ),
      ]
    : []),
  ...(spec.serviceAccountTokenInSecrets !== undefined && !spec.tokenRequests?.length
    ? [
        fieldError.invalid(
          'spec.serviceAccountTokenInSecrets',
          spec.serviceAccountTokenInSecrets,
          'serviceAccountTokenInSecrets is set but no tokenRequests are specified',
        ),
      ]
    : []),
]

function validateTokenRequests(requests: readonly CSITokenRequest[], path: string): FieldError[] {
  const seen = new Set<string>()
  return requests.flatMap(({ audience, expirationSeconds }, index) => {
    const at = `${path}[${index}]`
    if (seen.has(audience)) return [fieldError.duplicate(`${at}.audience`, audience)]
    seen.add(audience)
    return expirationSeconds === undefined ? [] : validateExpiration(expirationSeconds, `${at}.expirationSeconds`)
  })
}

function validateExpiration(seconds: number, path: string): FieldError[] {
  if (seconds < MIN_TOKEN_SECONDS) {
    return [fieldError.invalid(path, seconds, 'may not specify a duration less than 10 minutes')]
  }
  return seconds > MAX_TOKEN_SECONDS
    ? [fieldError.invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds')]
    : []
}

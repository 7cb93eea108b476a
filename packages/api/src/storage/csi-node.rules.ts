import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach, validateNonNegative, validateRequired } from '../meta/validation.ts'
import { validateKept } from '../rules/equal.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import { unsetList } from '../rules/unset.ts'
import type { CSINode, CSINodeDriver } from './csi-node.ts'
import { validateDriverName } from './driver-name.ts'

const MAX_NODE_ID_BYTES = 256

/** What `kubectl get csinodes` shows. */
export const csiNodeTable = defineTable<CSINode>(
  nameColumn,
  {
    name: 'Drivers',
    type: 'integer',
    description: 'CSI drivers that run on the node.',
    cell: ({ spec }) => spec.drivers?.length ?? 0,
  },
  ageColumn,
)

/** What CSINodes do beyond their schema. */
export const csiNodeRules: KindRules<CSINode> = {
  defaults: ({ spec }) => {
    spec.drivers ??= unsetList
    for (const driver of spec.drivers ?? []) driver.topologyKeys ??= unsetList
  },
  validate: ({ spec }) => {
    const names = new Set<string>()
    return validateEach(spec.drivers ?? [], 'spec.drivers', (driver, path) => {
      const isNew = !names.has(driver.name)
      names.add(driver.name)
      return validateDriver(driver, isNew, path)
    })
  },
  // How many volumes a node can take may change; the rest of a driver may not while it is there.
  validateUpdate: ({ spec }, stored) =>
    (stored.spec.drivers ?? []).flatMap((before) => {
      const now = spec.drivers?.find(({ name }) => name === before.name)
      return now === undefined ? [] : validateKept(fixedPart(now), fixedPart(before), 'spec.drivers')
    }),
  cells: csiNodeTable.cells,
}

const fixedPart = ({ allocatable: _allocatable, ...rest }: CSINodeDriver): object => rest

const validateDriver = (driver: CSINodeDriver, isNew: boolean, path: string): FieldError[] => [
  ...validateDriverName(driver.name, `${path}.name`),
  ...validateRequired(driver.nodeID, `${path}.nodeID`),
  ...(Buffer.byteLength(driver.nodeID) > MAX_NODE_ID_BYTES
    ? [fieldError.invalid(`${path}.nodeID`, driver.nodeID, `must be ${MAX_NODE_ID_BYTES} characters or less`)]
    : []),
  ...validateNonNegative(driver.allocatable?.count, `${path}.allocatable.count`),
  ...(isNew ? [] : [fieldError.duplicate(`${path}.name`, driver.name)]),
  ...validateTopologyKeys(driver.topologyKeys ?? [], path),
]

/** The API reports these at the driver, not at the key. */
const validateTopologyKeys = (keys: readonly string[], path: string): FieldError[] =>
  keys.flatMap((key, index) => [
    ...validateRequired(key, path),
    ...(keys.indexOf(key) < index ? [fieldError.duplicate(path, key)] : []),
    ...invalid(path, key, checkQualifiedName(key)),
  ])

import type { HostedControlPlane } from '@skep/api'
import type { ObjectChange, Stored } from '@skep/client'
import { isMoreThanStatus } from '@skep/controller'
import { asJson, type JsonObject, jsonEqual } from '@skep/schema'
import { CONNECTION_CONDITIONS } from './connections.ts'
import { VERSION_CONDITIONS } from './version-status.ts'

/** Says how looking after the cluster of a control plane went. */
export const CONFIG_OPERATOR_CONDITION = 'ConfigOperatorReconciliationSucceeded'

const FIELDS = new Set(['versionStatus', 'version', 'releaseImage', 'nodeCount', 'conditions'])
const CONDITIONS = new Set([...VERSION_CONDITIONS, ...CONNECTION_CONDITIONS, CONFIG_OPERATOR_CONDITION])

/** Whether more has changed of a control plane than what is told there of its cluster. */
export const isMoreThanTold = (change: ObjectChange<HostedControlPlane>): boolean =>
  isMoreThanStatus(change) || (change.type === 'updated' && !jsonEqual(restOf(change.previous), restOf(change.object)))

/** What of a status others have told. */
function restOf({ status }: Stored<HostedControlPlane>): JsonObject {
  const fields = Object.entries(status ?? {}).filter(([field]) => !FIELDS.has(field))
  const conditions = status?.conditions?.filter(({ type }) => !CONDITIONS.has(type)) ?? []
  return asJson({ ...Object.fromEntries(fields), conditions })
}

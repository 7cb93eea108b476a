import type { ClusterVersion, HostedControlPlane, OperatorCondition } from '@skep/api'
import type { ConditionUpdate } from '@skep/controller'

type ControlPlaneStatus = NonNullable<HostedControlPlane['status']>

/** Conditions of a control plane, and those of the ClusterVersion that they repeat. */
const SOURCES: Readonly<Record<string, string>> = {
  ClusterVersionFailing: 'Failing',
  ClusterVersionReleaseAccepted: 'ReleaseAccepted',
  ClusterVersionRetrievedUpdates: 'RetrievedUpdates',
  ClusterVersionProgressing: 'Progressing',
  ClusterVersionUpgradeable: 'Upgradeable',
  ClusterVersionAvailable: 'Available',
}

/** Types of the conditions of a control plane that speak of the version of its cluster. */
export const VERSION_CONDITIONS: readonly string[] = Object.keys(SOURCES)

const FROM_VERSION = 'FromClusterVersion'

/** What the conditions of a control plane say of the version of its cluster. */
export const versionConditions = (conditions: readonly OperatorCondition[]): ConditionUpdate[] =>
  Object.entries(SOURCES).map(([type, source]) => {
    const found = conditions.find((condition) => condition.type === source)
    if (found) return repeated(type, found)
    // Who says nothing about updates has nothing against them.
    if (source === 'Upgradeable') return { type, status: 'True', reason: FROM_VERSION }
    return { type, status: 'Unknown', reason: 'StatusUnknown', message: 'Condition not found in the CVO.' }
  })

/** The same while the cluster cannot be asked. */
export const unknownVersionConditions = (why: string): ConditionUpdate[] =>
  VERSION_CONDITIONS.map((type) => ({
    type,
    status: 'Unknown',
    reason: 'StatusUnknown',
    message: `failed to get clusterVersion: ${why}`,
  }))

const repeated = (type: string, { status, reason, message = '' }: OperatorCondition): ConditionUpdate => ({
  type,
  status: status as ConditionUpdate['status'],
  reason: reason || FROM_VERSION,
  message,
})

/** What the status of a control plane says of the version of its cluster; nothing while the cluster says nothing. */
export function versionFields({
  status,
}: ClusterVersion): Pick<ControlPlaneStatus, 'versionStatus' | 'version' | 'releaseImage'> {
  if (!status) return {}
  const { desired, history = [], observedGeneration, availableUpdates, conditionalUpdates } = status
  return {
    versionStatus: {
      desired,
      history,
      observedGeneration,
      availableUpdates,
      ...(conditionalUpdates ? { conditionalUpdates } : {}),
    },
    version: desired.version,
    releaseImage: desired.image,
  }
}

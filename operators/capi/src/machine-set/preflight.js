import { ANNOTATIONS } from '../names.js'
import { referenceOf, textAt } from '../references.js'

/** How many minor versions machines may be behind their control plane. */
const MAX_MINORS_BEHIND = 3
const minorOf = (version) => Number(/^v?\d+\.(\d+)/.exec(version)?.[1])
const controlPlaneIsStable = (controlPlane) => {
  const { kind, metadata } = controlPlane
  const wanted = textAt(controlPlane, 'spec', 'version')
  const actual = textAt(controlPlane, 'status', 'version')
  const named = `${kind} ${metadata.namespace}/${metadata.name}`
  if (actual === undefined) return `${named} is provisioning ("ControlPlaneIsStable" preflight check failed)`
  if (actual !== wanted) return `${named} is upgrading ("ControlPlaneIsStable" preflight check failed)`
  return undefined
}
const kubernetesVersionSkew = (controlPlane, machineVersion) => {
  const wanted = textAt(controlPlane, 'spec', 'version')
  if (machineVersion === undefined || wanted === undefined) return undefined
  const behind = minorOf(wanted) - minorOf(machineVersion)
  if (behind < 0) {
    return `MachineSet version (${machineVersion}) and ControlPlane version (${wanted}) do not conform to the kubernetes version skew policy as MachineSet version is higher than ControlPlane version ("KubernetesVersionSkew" preflight check failed)`
  }
  if (behind > MAX_MINORS_BEHIND) {
    return `MachineSet version (${machineVersion}) and ControlPlane version (${wanted}) do not conform to the kubernetes version skew policy as MachineSet version is more than ${MAX_MINORS_BEHIND} minor versions older than the ControlPlane version ("KubernetesVersionSkew" preflight check failed)`
  }
  return undefined
}
const CHECKS = {
  ControlPlaneIsStable: controlPlaneIsStable,
  KubernetesVersionSkew: kubernetesVersionSkew,
}
/** What stands in the way of new machines. Only a control plane that says its version can be in the way. */
export async function preflightProblems({ parts, cluster, set }) {
  const skipped = (set.metadata.annotations?.[ANNOTATIONS.skipPreflight] ?? '').split(',').map((each) => each.trim())
  const reference = referenceOf(cluster?.spec?.controlPlaneRef)
  if (!reference || skipped.includes('All')) return []
  const controlPlane = await parts.externals.get(reference, set.metadata.namespace)
  if (!controlPlane || textAt(controlPlane, 'spec', 'version') === undefined) return []
  return Object.entries(CHECKS).flatMap(([name, check]) =>
    skipped.includes(name) ? [] : (check(controlPlane, set.spec.template?.spec?.version) ?? []),
  )
}
//# sourceMappingURL=preflight.js.map

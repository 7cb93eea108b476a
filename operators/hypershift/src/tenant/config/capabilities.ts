import type { ControlPlane } from '../control-planes.ts'

/** Optional parts of OpenShift. */
export const KNOWN_CAPABILITIES: readonly string[] = [
  'Build',
  'CSISnapshot',
  'CloudControllerManager',
  'CloudCredential',
  'Console',
  'DeploymentConfig',
  'ImageRegistry',
  'Ingress',
  'Insights',
  'MachineAPI',
  'NodeTuning',
  'OperatorLifecycleManager',
  'Storage',
  'baremetal',
  'marketplace',
  'openshift-samples',
]

/** Parts that a hosted cluster lacks unless it asks for them. */
const LEFT_OUT = ['baremetal']

/** The optional parts that a cluster has. */
export function enabledCapabilities({ spec: { capabilities } }: ControlPlane): string[] {
  const enabled: readonly string[] = capabilities.enabled ?? []
  const disabled: readonly string[] = capabilities.disabled ?? []
  return KNOWN_CAPABILITIES.filter(
    (name) => enabled.includes(name) || (!disabled.includes(name) && !LEFT_OUT.includes(name)),
  )
}

/** Whether a cluster lacks a part that others have. */
export const isDisabled = ({ spec: { capabilities } }: ControlPlane, name: string): boolean =>
  ((capabilities.disabled ?? []) as readonly string[]).includes(name)

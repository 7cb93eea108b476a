import { AgentMachineTemplate, AwsMachineTemplate, AzureMachineTemplate, KubevirtMachineTemplate } from '@skep/api'
import type { ClientKind } from '@skep/client'

/** Kinds of the templates of machines, by platform; one that is missing has no machines of ours. */
export const TEMPLATE_KINDS: ReadonlyMap<string, ClientKind> = new Map<string, ClientKind>([
  ['Azure', AzureMachineTemplate],
  ['AWS', AwsMachineTemplate],
  ['Agent', AgentMachineTemplate],
  ['KubeVirt', KubevirtMachineTemplate],
])

/** Platforms on which a pool that scales by itself may have no machine at all. */
export const SCALE_FROM_ZERO: ReadonlySet<string> = new Set(['AWS', 'Azure'])

/** Architectures that machines of a platform can have. */
export const PLATFORM_ARCHITECTURES: Readonly<Record<string, readonly string[]>> = {
  AWS: ['amd64', 'arm64'],
  Azure: ['amd64', 'arm64'],
  KubeVirt: ['amd64', 's390x'],
  Agent: ['amd64', 'ppc64le', 'arm64'],
  PowerVS: ['ppc64le'],
  None: ['amd64', 'arm64'],
  GCP: ['amd64', 'arm64'],
  OpenStack: ['amd64'],
}

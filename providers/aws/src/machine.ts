import { type AwsCluster, AwsMachine } from '@skep/api'
import { createRandom } from '@skep/base'
import type { Stored } from '@skep/client'
import {
  cloudLabels,
  cloudMachineStatus,
  type MachinePlan,
  type MachineProgress,
  type MachineProvider,
  type MachineScope,
  machineAddress,
} from '@skep/sim/provider'
import { architectureOf, resourcesOf } from './instance-types.ts'

const INSTANCE_STATES: Partial<Record<MachineProgress['step'], string>> = {
  Creating: 'pending',
  Running: 'running',
  Deleting: 'shutting-down',
}
/** Where names of machines end in the oldest region; elsewhere the region is part of it. */
const OLDEST_REGION = 'us-east-1'

/** The machines of AWS: instances whose nodes are named after their private address. */
export const awsMachines = (
  clusterOf: (scope: MachineScope) => AwsCluster | undefined,
): MachineProvider<AwsMachine> => ({
  kind: AwsMachine,
  finalizer: 'awsmachine.infrastructure.cluster.x-k8s.io',
  plan: (machine, scope) => {
    const awsCluster = clusterOf(scope)
    return awsCluster && planOf(machine, awsCluster.spec?.region || OLDEST_REGION)
  },
  report: (machine, progress, now) => {
    machine.status = statusOf(machine, progress, now)
  },
})

function planOf({ metadata: { uid }, spec }: Stored<AwsMachine>, region: string): MachinePlan {
  const address = machineAddress(uid)
  const domain = region === OLDEST_REGION ? 'ec2.internal' : `${region}.compute.internal`
  const nodeName = `ip-${address.replaceAll('.', '-')}.${domain}`
  const zone = `${region}a`
  return {
    nodeName,
    providerId: `aws:///${zone}/${instanceId(uid)}`,
    addresses: [
      { type: 'InternalDNS', address: nodeName },
      { type: 'InternalIP', address },
    ],
    resources: resourcesOf(spec.instanceType),
    architecture: architectureOf(spec.instanceType),
    labels: cloudLabels({ type: spec.instanceType, region, zone }),
  }
}

/** Such as `i-0123456789abcdef0`, always the same for a machine. */
function instanceId(uid: string): string {
  const random = createRandom(uid)
  const digits = Array.from({ length: 17 }, () => random.int(16).toString(16))
  return `i-${digits.join('')}`
}

function statusOf({ status = {} }: AwsMachine, progress: MachineProgress, now: number): AwsMachine['status'] {
  const words = { condition: 'InstanceReady', creating: 'InstanceProvisionStarted' }
  const instanceState = INSTANCE_STATES[progress.step]
  return {
    ...cloudMachineStatus(status, progress, words, now),
    ...(instanceState === undefined ? {} : { instanceState }),
  }
}

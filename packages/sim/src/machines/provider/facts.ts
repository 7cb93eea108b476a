import { createRandom } from '@skep/base'
import { ipText } from '../../nodes/addresses.ts'

/** Machines are in 10.0.0.0/9; the other half is for pods. */
const FIRST_ADDRESS = 10 * 2 ** 24 + 10
const ADDRESSES = 2 ** 23 - 20

/** The address of a machine, always the same, and most likely nobody else's. */
export const machineAddress = (uid: string): string => ipText(FIRST_ADDRESS + createRandom(uid).int(ADDRESSES))

/** What a machine with so many processors and so much memory has. */
export const machineResources = (cpus: number, memoryGiB: number): Record<string, string> => ({
  cpu: String(cpus),
  memory: `${memoryGiB}Gi`,
})

/** What a cloud makes known of a machine on its node; what is undefined is left out. */
export function cloudLabels(facts: {
  readonly type?: string | undefined
  readonly region?: string | undefined
  readonly zone?: string | undefined
}): Record<string, string> {
  return {
    ...(facts.type === undefined ? {} : { 'node.kubernetes.io/instance-type': facts.type }),
    ...(facts.region === undefined ? {} : { 'topology.kubernetes.io/region': facts.region }),
    ...(facts.zone === undefined ? {} : { 'topology.kubernetes.io/zone': facts.zone }),
  }
}

import { BlockList, isIP } from 'node:net'
import type { ClusterApiMachine } from '@skep/api'
import { type PoolStep, retract, state } from '../scope.ts'

const TYPE = 'ClusterNetworkCIDRConflict'
const MAX_MESSAGE = 256
const MACHINE_ADDRESSES = new Set(['ExternalIP', 'InternalIP'])

/** Says of machines whose address is one of pods. The condition is there only while there are such. */
export const stateNetworkConflict: PoolStep = (ctx, scope) => {
  const cidrs = (scope.hostedCluster.spec.networking.clusterNetwork ?? []).map(({ cidr }) => cidr)
  const conflicts = scope.machines.flatMap((machine) => conflictsOf(machine, cidrs))
  if (conflicts.length === 0) return void retract(scope, TYPE)
  state(ctx, scope, { type: TYPE, status: 'True', reason: 'InvalidConfiguration', message: shortened(conflicts) })
}

/** A machine with an address of its own besides has that of a pod network for pods alone, which is no conflict. */
function conflictsOf({ metadata, status }: ClusterApiMachine, cidrs: readonly string[]): string[] {
  const conflicts: string[] = []
  for (const { type, address } of status?.addresses ?? []) {
    if (!MACHINE_ADDRESSES.has(type) || isIP(address) === 0 || isLinkLocal(address)) continue
    const cidr = cidrs.find((candidate) => contains(candidate, address))
    if (cidr === undefined) return []
    conflicts.push(`machine [${metadata.name}] with ip [${address}] collides with cluster-network cidr [${cidr}]`)
  }
  return [...new Set(conflicts)]
}

function contains(cidr: string, address: string): boolean {
  const [network = '', bits] = cidr.split('/')
  const family = isIP(network)
  if (family === 0 || family !== isIP(address)) return false
  const list = new BlockList()
  list.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

const isLinkLocal = (address: string): boolean => contains('169.254.0.0/16', address) || contains('fe80::/10', address)

function shortened([first = '', ...others]: readonly string[]): string {
  let message = first
  for (const other of others) {
    if (message.length + other.length >= MAX_MESSAGE) return `${message}, too many similar errors...`
    message += `, ${other}`
  }
  return message
}

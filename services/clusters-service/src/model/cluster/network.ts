import { BlockList, isIPv4 } from 'node:net'
import { badRequest } from '../problem.ts'
import type { Cluster } from './cluster.ts'

interface Range {
  readonly attribute: string
  readonly text: string
  readonly address: string
  readonly prefix: number
}

const CIDR = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/

/** Checks the address ranges of a cluster: each is one, and no two overlap. */
export function checkNetwork(network: NonNullable<Cluster['network']>): void {
  const ranges = [
    readRange('network.machine_cidr', network.machine_cidr),
    readRange('network.service_cidr', network.service_cidr),
    readRange('network.pod_cidr', network.pod_cidr),
  ].filter((range) => range !== undefined)
  for (const [index, range] of ranges.entries()) {
    const other = ranges.slice(index + 1).find((candidate) => overlap(range, candidate))
    if (other) {
      throw badRequest(
        `Attributes '${range.attribute}' and '${other.attribute}' overlap: ${range.text} and ${other.text}`,
      )
    }
  }
  checkHostPrefix(ranges.at(-1), network.host_prefix)
}

/** Reads a range, and says which attribute is not one. */
export function readRange(attribute: string, text: string | undefined): Range | undefined {
  if (text === undefined) return undefined
  const [, address = '', digits = ''] = CIDR.exec(text) ?? []
  const prefix = Number(digits)
  if (!isIPv4(address) || digits === '' || prefix > 32) {
    throw badRequest(`Attribute '${attribute}' is not a CIDR such as 10.0.0.0/16: '${text}'`)
  }
  return { attribute, text, address, prefix }
}

/** Two ranges overlap when the larger one holds the first address of the other. */
function overlap(a: Range, b: Range): boolean {
  const [larger, smaller] = a.prefix <= b.prefix ? [a, b] : [b, a]
  const list = new BlockList()
  list.addSubnet(larger.address, larger.prefix)
  return list.check(smaller.address)
}

function checkHostPrefix(pods: Range | undefined, hostPrefix: number | undefined): void {
  if (pods?.attribute !== 'network.pod_cidr' || hostPrefix === undefined) return
  if (hostPrefix < pods.prefix || hostPrefix > 32) {
    throw badRequest(`Attribute 'network.host_prefix' must lie between ${pods.prefix} and 32, and is ${hostPrefix}`)
  }
}

import { machineResources } from '@skep/sim/provider'

/** Processors, by the size of an instance. */
const CPUS: Readonly<Record<string, number>> = { nano: 2, micro: 2, small: 2, medium: 2, large: 2, xlarge: 4 }
/** GiB of memory per processor, by the family of an instance. */
const MEMORY_PER_CPU: Readonly<Record<string, number>> = { c: 2, i: 8, m: 4, r: 8, t: 4, x: 16 }
const TYPE = /^([a-z]+)(\d+)([a-z]*)\.(?:(\d+)?(nano|micro|small|medium|large|xlarge))$/

/** What an instance of a type has; nothing is said of a type that nobody knows. */
export function resourcesOf(instanceType: string): Record<string, string> {
  const [, family = '', , , times, size] = TYPE.exec(instanceType) ?? []
  if (size === undefined) return {}
  const cpus = (CPUS[size] ?? 2) * Number(times ?? 1)
  return machineResources(cpus, cpus * (MEMORY_PER_CPU[family] ?? 4))
}

/** A `g` after the generation stands for Arm. */
export const architectureOf = (instanceType: string): string =>
  TYPE.exec(instanceType)?.[3]?.includes('g') ? 'arm64' : 'amd64'

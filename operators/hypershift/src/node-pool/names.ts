import { hash8 } from './hash.ts'

/** The longest name of an object. */
const MAX_NAME = 253
/** What the value of a label has room for beside what Cluster API adds. */
const MAX_SELECTOR = 43

/** Secret with the token that machines of a configuration fetch it with. */
export const tokenSecretName = (pool: string, hash: string): string => `token-${pool}-${hash}`

/** Secret with what such machines boot with. */
export const userDataSecretName = (pool: string, hash: string): string => `user-data-${pool}-${hash}`

/** Template of machines; another spec has another name. */
export const machineTemplateName = (pool: string, specJson: string): string =>
  shortName(pool, hash8(specJson), MAX_NAME)

/** Key and value of the label that selects the machines of a pool. */
export const machineSelector = (infraId: string, clusterName: string, pool: string): string =>
  shortName(`${infraId}-${clusterName}`, pool, MAX_SELECTOR)

/** `BASE-SUFFIX`, with the base cut and a hash of it in its place where that would be too long. */
export function shortName(base: string, suffix: string, maxLength: number): string {
  const name = `${base}-${suffix}`
  if (name.length <= maxLength) return name
  const baseLength = maxLength - suffix.length - '-01234567-'.length
  if (baseLength < 1) return `${base.slice(0, maxLength - '-01234567'.length)}-${hash8(name)}`
  return `${base.slice(0, baseLength)}-${hash8(base)}-${suffix}`
}

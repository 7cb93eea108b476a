import { comparePriority } from '../discovery/versions.ts'
import type { DefinitionSpec, DefinitionVersion } from './definition.ts'

/** What users of a deprecated version are told; undefined for other versions. */
export function deprecationOf(spec: DefinitionSpec, version: DefinitionVersion): string | undefined {
  if (!version.deprecated) return undefined
  return version.deprecationWarning ?? standardWarning(spec, version.name)
}

function standardWarning({ group, names, versions }: DefinitionSpec, deprecated: string): string {
  const better = versions
    .filter((version) => version.served && !version.deprecated && comparePriority(version.name, deprecated) < 0)
    .map(({ name }) => name)
    .sort(comparePriority)[0]
  const text = `${group}/${deprecated} ${names.kind} is deprecated`
  return better === undefined ? text : `${text}; use ${group}/${better} ${names.kind}`
}

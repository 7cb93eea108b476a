import type { SchemaNode } from '@skep/schema'
import { isSame } from '../rules/equal.ts'
import type { CustomResourceDefinitionSpec } from './custom-resource-definition.ts'
import type { CustomResourceDefinitionVersion } from './version.ts'

/** The parts of a version that other versions may share. */
export type SharedPart = 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields'

/** What a version says, with the paths at which the API reports it. */
export interface VersionLayout {
  readonly version: CustomResourceDefinitionVersion
  readonly path: string
}

/**
 * A definition as the API sees it while checking: what all versions have in common is reported once, as if it stood
 * beside the versions. Clients see paths such as `spec.validation.openAPIV3Schema` even for a single version.
 */
export interface DefinitionLayout {
  readonly versions: readonly VersionLayout[]
  /** The version to take a part from that all of them share; undefined when they differ in it. */
  common(part: SharedPart): CustomResourceDefinitionVersion | undefined
}

/** Finds out what the versions of a definition have in common. */
export function layOut({ versions = [] }: CustomResourceDefinitionSpec): DefinitionLayout {
  const [first] = versions
  return {
    versions: versions.map((version, index) => ({ version, path: `spec.versions[${index}]` })),
    common: (part) => (versions.every((version) => isSame(version[part], first?.[part])) ? first : undefined),
  }
}

/** The schema of a version, if it has one. */
export const schemaOf = ({ schema }: CustomResourceDefinitionVersion): SchemaNode | undefined => schema?.openAPIV3Schema

import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '@skep/api'
import type { GroupResource } from '../contracts.ts'

export type Definition = CustomResourceDefinition
export type DefinitionSpec = CustomResourceDefinitionSpec
export type DefinitionVersion = CustomResourceDefinitionVersion
export type DefinitionNames = CustomResourceDefinitionNames

/** Where definitions are. */
export const DEFINITIONS: GroupResource = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }

/** Keeps a definition until all its objects are gone. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io'

export const isDefinition = ({ group, resource }: GroupResource): boolean =>
  resource === DEFINITIONS.resource && group === DEFINITIONS.group

/** The resource that a definition defines. */
export const definedResource = ({ spec }: Pick<Definition, 'spec'>): GroupResource => ({
  group: spec.group,
  resource: spec.names.plural,
})

/** Whether a definition is on its way out, and only waits for its objects to go. */
export const isTerminating = ({ metadata }: Pick<Definition, 'metadata'>): boolean =>
  metadata.deletionTimestamp !== undefined

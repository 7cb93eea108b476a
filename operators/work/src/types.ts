import type { AppliedManifestWork, ManifestCondition, ManifestWork } from '@skep/api'
import type { ClientKind, DynamicObject, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** What a work asks for. */
export type WorkSpec = NonNullable<ManifestWork['spec']>

/** What is told of a work. */
export type WorkStatus = NonNullable<ManifestWork['status']>

/** An object that a work brings along. */
export type Manifest = KubeObject & { [field: string]: unknown }

/** Which object of a work is meant, as its status names it. */
export type ResourceMeta = ManifestCondition['resourceMeta']

/** How objects that match are applied, and what is told of them. */
export type ManifestConfig = NonNullable<WorkSpec['manifestConfigs']>[number]

export type FeedbackRule = NonNullable<ManifestConfig['feedbackRules']>[number]
export type ConditionRule = NonNullable<ManifestConfig['conditionRules']>[number]
export type UpdateStrategy = NonNullable<ManifestConfig['updateStrategy']>
export type Executor = NonNullable<WorkSpec['executor']>
export type DeleteOption = NonNullable<WorkSpec['deleteOption']>

/** An object on the cluster that a work put there, as the AppliedManifestWork remembers it. */
export type AppliedResource = NonNullable<NonNullable<AppliedManifestWork['status']>['appliedResources']>[number]

/** An object of a cluster whose kind is known by name alone. */
export type SpokeObject = Stored<DynamicObject>

/** A kind of the cluster that is known by name alone. */
export type SpokeKind = ClientKind<DynamicObject>

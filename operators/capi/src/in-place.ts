import type { ClusterApiMachineSpec } from '@skep/api'

/** The fields of a template that reach machines which are there, without replacing them. */
export const inPlaceFields = (spec: Partial<ClusterApiMachineSpec> | undefined) => ({
  nodeDrainTimeout: spec?.nodeDrainTimeout,
  nodeVolumeDetachTimeout: spec?.nodeVolumeDetachTimeout,
  nodeDeletionTimeout: spec?.nodeDeletionTimeout,
  readinessGates: spec?.readinessGates,
  taints: spec?.taints,
})

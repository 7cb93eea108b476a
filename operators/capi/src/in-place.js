/** The fields of a template that reach machines which are there, without replacing them. */
export const inPlaceFields = (spec) => ({
  nodeDrainTimeout: spec?.nodeDrainTimeout,
  nodeVolumeDetachTimeout: spec?.nodeVolumeDetachTimeout,
  nodeDeletionTimeout: spec?.nodeDeletionTimeout,
  readinessGates: spec?.readinessGates,
  taints: spec?.taints,
})
//# sourceMappingURL=in-place.js.map

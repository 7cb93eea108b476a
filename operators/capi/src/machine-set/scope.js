import { LABELS } from '../names.js'
/** Labels that machines of a set have, besides those of others. */
export function machineLabels({ metadata, spec }) {
  const deployment = metadata.labels?.[LABELS.deployment]
  return {
    ...spec.template?.metadata?.labels,
    [LABELS.cluster]: spec.clusterName,
    [LABELS.set]: metadata.name,
    ...(deployment === undefined ? {} : { [LABELS.deployment]: deployment }),
  }
}
/** Annotations that machines of a set have, besides those of others. */
export const machineAnnotations = ({ spec }) => ({
  ...spec.template?.metadata?.annotations,
})
//# sourceMappingURL=scope.js.map

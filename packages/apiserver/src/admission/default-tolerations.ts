import type { AdmissionPlugin } from '../contracts.ts'
import { createsPod, podOf } from './pods.ts'

const SECONDS = 300
const TAINTS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

/** A pod stays five minutes on a node that stopped answering, unless it says otherwise. */
export const defaultTolerations: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  handles: createsPod,
  mutate: (request) => {
    const { spec } = podOf(request)
    if (!spec) return
    const tolerations = spec.tolerations ?? []
    for (const key of TAINTS) {
      const covered = tolerations.some(
        (toleration) =>
          (toleration.key === key || !toleration.key) && (toleration.effect === 'NoExecute' || !toleration.effect),
      )
      if (!covered) tolerations.push({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: SECONDS })
    }
    spec.tolerations = tolerations
  },
}

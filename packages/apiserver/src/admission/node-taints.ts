import type { Node } from '@skep/api'
import type { AdmissionPlugin } from '../contracts.ts'

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }

/** A node takes no pods until it has said that it is ready. */
export const nodeTaints: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  handles: ({ operation, resource, subresource }) =>
    operation === 'CREATE' && resource.group === '' && resource.resource === 'nodes' && subresource === '',
  mutate: ({ object }) => {
    const node = object as Node
    const taints = node.spec?.taints ?? []
    if (taints.some(({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect)) return
    node.spec = { ...node.spec, taints: [...taints, NOT_READY] }
  },
}

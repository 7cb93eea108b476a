import { addNotReadyTaint, type Node } from '@skep/api'
import type { AdmissionPlugin } from '../contracts.ts'

/** A node takes no pods until it has said that it is ready. */
export const nodeTaints: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  handles: ({ operation, resource, subresource }) =>
    operation === 'CREATE' && resource.group === '' && resource.resource === 'nodes' && subresource === '',
  mutate: ({ object }) => addNotReadyTaint(object as Node),
}

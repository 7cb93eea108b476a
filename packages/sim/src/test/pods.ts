import type { Pod } from '@skep/api'

/** A pod for the first node with one container; `spec` is laid over its own, and `annotations` say how it behaves. */
export const aPod = (
  name: string,
  { spec = {}, annotations = {} }: { spec?: Partial<Pod['spec']>; annotations?: Record<string, string> } = {},
) => ({
  metadata: { namespace: 'default', name, annotations },
  spec: { nodeName: 'node-1', containers: [{ name: 'web', image: 'nginx:1.29' }], ...spec },
})

/** The conditions of a pod: `Ready=True`. */
export const conditionsOf = ({ status }: Pod) => status?.conditions?.map(({ type, status }) => `${type}=${status}`)

/** What each container is doing, in one word. */
export const statesOf = ({ status }: Pod, list: 'containerStatuses' | 'initContainerStatuses' = 'containerStatuses') =>
  status?.[list]?.map(({ state }) => (state?.running ? 'running' : (state?.terminated ?? state?.waiting)?.reason))

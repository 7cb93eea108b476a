import { Node, Pod } from '@skep/api'
import { Informer } from '@skep/client'
import { concernsMachines } from './node-changes.js'
/** Opens a tenant: one watch of its nodes, and one of the pods of each node that is drained. */
export function openTenant(client, { clock, log, listener }) {
  const closing = new AbortController()
  const pods = new Map()
  const shared = { clock: clock.outside ?? clock, log }
  const run = (informer, signal) => {
    informer.run(signal).catch((error) => log.error('Losing sight of a cluster', { error }))
  }
  const nodes = new Informer(client, Node, { ...shared, indexes: { provider: byProviderId } })
  nodes.onChange((change) => {
    if (concernsMachines(change)) listener.onNode(change)
  })
  run(nodes, closing.signal)
  nodes.waitForSync(closing.signal).then(listener.onSynced, () => undefined)
  const forgetPods = (nodeName) => {
    pods.get(nodeName)?.stop.abort()
    pods.delete(nodeName)
  }
  const followPods = (nodeName) => {
    const stop = new AbortController()
    const informer = new Informer(client, Pod, { ...shared, fieldSelector: `spec.nodeName=${nodeName}` })
    pods.set(nodeName, { informer, stop })
    informer.onChange(({ type }) => type !== 'added' && listener.onPod(nodeName))
    run(informer, stop.signal)
    informer.waitForSync(stop.signal).then(
      () => listener.onPod(nodeName),
      () => undefined,
    )
    return informer
  }
  return {
    client,
    nodes,
    podsOn: (nodeName) => pods.get(nodeName)?.informer ?? followPods(nodeName),
    forgetPods,
    close: () => {
      closing.abort()
      for (const nodeName of [...pods.keys()]) forgetPods(nodeName)
      client.close()
    },
  }
}
const byProviderId = ({ spec }) => (spec?.providerID ? [spec.providerID] : [])
//# sourceMappingURL=tenant.js.map

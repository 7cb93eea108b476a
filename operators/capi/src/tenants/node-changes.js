import { asJson, jsonEqual } from '@skep/schema'
/** Whether a change of a node is more than the heartbeat of its kubelet. */
export function concernsMachines(change) {
  if (change.type !== 'updated') return true
  return !jsonEqual(asJson(essence(change.previous)), asJson(essence(change.object)))
}
const essence = ({ metadata, spec, status }) => ({
  deletionTimestamp: metadata.deletionTimestamp,
  labels: metadata.labels,
  annotations: metadata.annotations,
  spec,
  conditions: status?.conditions?.map(({ lastHeartbeatTime: _, ...condition }) => condition),
  nodeInfo: status?.nodeInfo,
  volumesAttached: status?.volumesAttached,
})
//# sourceMappingURL=node-changes.js.map

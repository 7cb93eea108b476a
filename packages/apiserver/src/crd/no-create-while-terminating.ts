import type { AdmissionPlugin, GroupResource } from '../contracts.ts'
import { forbidden } from '../registry/errors.ts'

const WHY = 'create not allowed while custom resource definition is terminating'

/** Refuses new objects of a definition that is being deleted: they would be in the way of its deletion. */
export function noCreateWhileTerminating(
  isTerminating: (clusterId: string, at: GroupResource) => boolean,
): AdmissionPlugin {
  return {
    name: 'CustomResourceTermination',
    handles: ({ operation, resource, cluster }) =>
      operation === 'CREATE' && resource.custom && isTerminating(cluster.id, resource),
    mutate: ({ resource, name }) => {
      throw forbidden(resource, name, WHY)
    },
  }
}

import { isObject, type Json, type JsonObject } from '@skep/schema'

/** The ClusterAutoscaler of a cluster, which OpenShift wants to be called default, from what users say of scaling. */
export function clusterAutoscaler({ id: _id, ...settings }: Readonly<JsonObject>): JsonObject {
  return {
    apiVersion: 'autoscaling.openshift.io/v1',
    kind: 'ClusterAutoscaler',
    metadata: { name: 'default' },
    spec: inCamelCase(settings) as JsonObject,
  }
}

/** Both APIs have the same attributes, in snake case here and in camel case there. */
function inCamelCase(value: Json): Json {
  if (Array.isArray(value)) return value.map(inCamelCase)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [camelCase(name), inCamelCase(member ?? null)]),
  )
}

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

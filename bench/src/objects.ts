/** The custom resource that the load writes: about 1.6 KB each, with a status subresource and ten label values. */
export const GROUP = 'bench.skep.dev'
export const API_VERSION = `${GROUP}/v1`
export const LABEL_VALUES = 10

export const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `orders.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'orders', singular: 'order', kind: 'Order', listKind: 'OrderList' },
    versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: schema() }],
  },
}

function schema() {
  const string = { type: 'string' }
  const nodeSet = {
    type: 'object',
    required: ['name', 'replicas'],
    properties: {
      name: { type: 'string', maxLength: 63 },
      replicas: { type: 'integer', minimum: 0 },
      instanceType: string,
      zones: { type: 'array', items: string },
      labels: { type: 'object', additionalProperties: string },
    },
  }
  const condition = {
    type: 'object',
    required: ['type', 'status'],
    properties: { type: string, status: string, reason: string, message: string, lastTransitionTime: string },
  }
  const list = (items: object, key: string) => ({
    type: 'array',
    items,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': [key],
  })
  return {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          required: ['template'],
          properties: {
            template: { type: 'string', minLength: 1 },
            version: string,
            region: string,
            description: string,
            replicas: { type: 'integer', minimum: 0, default: 3 },
            nodeSets: list(nodeSet, 'name'),
          },
        },
        status: {
          type: 'object',
          properties: { phase: string, replicas: { type: 'integer' }, conditions: list(condition, 'type') },
        },
      },
    },
  }
}

const nodeSets = Array.from({ length: 4 }, (_, index) => ({
  name: `workers-${index}`,
  replicas: index + 2,
  instanceType: `standard-${2 ** index}x-large`,
  zones: [`zone-${index}a`, `zone-${index}b`, `zone-${index}c`],
  labels: { role: `role-${index}`, pool: `pool-of-workers-${index}`, tier: 'standard' },
}))

/** An object of the load. `sentAt` travels as an annotation, so that a watcher can tell how old an event is. */
export function order(namespace: string, name: string, index: number, sentAt: number) {
  return {
    apiVersion: API_VERSION,
    kind: 'Order',
    metadata: {
      name,
      namespace,
      labels: { shard: `shard-${index % LABEL_VALUES}`, app: 'bench' },
      annotations: { sent: String(sentAt) },
    },
    spec: {
      template: 'small-hosted-control-plane',
      version: '4.20.3',
      region: 'europe-west-1',
      description: 'An order of the size that real ones have, with a few node sets and a sentence or two of text.',
      nodeSets,
    },
  }
}

export const collectionPath = (namespace: string): string => `/apis/${API_VERSION}/namespaces/${namespace}/orders`
export const orderPath = (namespace: string, name: string): string => `${collectionPath(namespace)}/${name}`

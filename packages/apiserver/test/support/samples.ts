import type { JsonObject } from '@skep/schema'

/** A kind of object that requests are about: where it lives, and one that the server accepts. */
export interface Sample {
  readonly collection: string
  readonly object: JsonObject
}

const labels = { app: 'web' }
const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example/app:1' }] } }

/** The definition that `widgets` below is of. */
export const WIDGET_DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  replicas: { type: 'integer', default: 1 },
                  size: { type: 'string', enum: ['small', 'large'] },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  parts: {
                    type: 'array',
                    maxItems: 10,
                    items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                  },
                },
                'x-kubernetes-validations': [{ rule: '!has(self.parts) || size(self.parts) < 5' }],
              },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
}

/** Kinds that differ in how they are read: core, typed with lists by key, reviews, custom, a definition. */
export const SAMPLES: readonly Sample[] = [
  {
    collection: '/api/v1/namespaces/lab/configmaps',
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'a-', labels }, data: { key: 'value' } },
  },
  {
    collection: '/api/v1/namespaces/lab/services',
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { generateName: 'a-' },
      spec: { selector: labels, ports: [{ name: 'web', port: 80, targetPort: 'http', protocol: 'TCP' }] },
    },
  },
  {
    collection: '/apis/apps/v1/namespaces/lab/deployments',
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { generateName: 'a-', annotations: { note: 'one' }, finalizers: ['example.com/hold'] },
      spec: { replicas: 0, selector: { matchLabels: labels }, template },
    },
  },
  {
    collection: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    object: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { generateName: 'a-' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
  },
  {
    collection: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    object: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user: 'ann', groups: ['team'], resourceAttributes: { verb: 'get', resource: 'pods' } },
    },
  },
  {
    collection: '/apis/example.com/v1/namespaces/lab/widgets',
    object: {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { generateName: 'a-' },
      spec: { replicas: 2, size: 'small', free: { anything: [1, 'two', null] }, parts: [{ name: 'wheel' }] },
    },
  },
  {
    collection: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    object: {
      ...WIDGET_DEFINITION,
      metadata: { name: 'gadgets.example.com' },
      spec: { ...WIDGET_DEFINITION.spec, names: { plural: 'gadgets', kind: 'Gadget' } },
    },
  },
]

import type { SampleObject } from './samples.ts'

/** Where the works of the management cluster itself are. */
export const LOCAL_CLUSTER = 'local-cluster'

/** A value that a work reports of an object. */
export interface Feedback {
  readonly name: string
  readonly path: string
}

/** What identifies an object to a work, and what is reported of it. */
export const reporting = (
  { metadata: { name, namespace }, apiVersion }: SampleObject,
  resource: string,
  jsonPaths: readonly Feedback[],
) => ({
  resourceIdentifier: { group: apiVersion.split('/')[0], resource, name, namespace },
  updateStrategy: { type: 'ServerSideApply', serverSideApply: { force: true } },
  feedbackRules: [{ type: 'JSONPaths', jsonPaths }],
})

/** A work for the management cluster. */
export const manifestWork = (name: string, manifests: readonly SampleObject[], spec: object = {}): SampleObject => ({
  apiVersion: 'work.open-cluster-management.io/v1',
  kind: 'ManifestWork',
  metadata: { name, namespace: LOCAL_CLUSTER, labels: { 'api.openshift.com/id': name } },
  spec: { workload: { manifests }, ...spec },
})

/** What a hosted cluster needs around it: its namespace, and its pull secret. */
export const surroundings = (namespace: string): [namespace: SampleObject, secret: SampleObject] => [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'pull', namespace },
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': '{"auths":{}}' },
  },
]

import { Klusterlet, type ManagedCluster, Secret } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Stored } from '@skep/client'
import { createIfMissing } from '@skep/controller'
import { apiVersionOf, type JsonObject, kindToCrd } from '@skep/schema'
import { importSecretName, klusterletName, LABELS } from '../names.ts'
import type { MceParts } from '../parts.ts'

/** Between the manifests of a file. JSON is YAML. */
const SEPARATOR = '\n---\n'
const MAX_NAMESPACE_LENGTH = 57

/** What has to be applied where the agent of a hosted cluster is to run: how it finds the hub, and the agent itself. */
export const importManifests = ({ client }: MceParts, { name }: ManagedCluster['metadata']): JsonObject[] => [
  {
    apiVersion: apiVersionOf(Secret),
    kind: Secret.kind,
    metadata: { namespace: klusterletName(name ?? ''), name: 'bootstrap-hub-kubeconfig' },
    type: 'Opaque',
    data: { kubeconfig: Buffer.from(JSON.stringify(bootstrapKubeconfig(client.target))).toString('base64') },
  },
  {
    apiVersion: apiVersionOf(Klusterlet),
    kind: Klusterlet.kind,
    metadata: { name: klusterletName(name ?? '') },
    spec: {
      clusterName: name ?? '',
      namespace: `open-cluster-management-${name}`.slice(0, MAX_NAMESPACE_LENGTH),
      deployOption: { mode: 'Hosted' },
    },
  },
]

const bootstrapKubeconfig = (server: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'default-cluster', cluster: { server } }],
  users: [{ name: 'default-user', user: {} }],
  contexts: [{ name: 'default-context', context: { cluster: 'default-cluster', user: 'default-user' } }],
  'current-context': 'default-context',
})

const encode = (text: string): string => Buffer.from(text).toString('base64')

const CRDS = encode(JSON.stringify(kindToCrd(Klusterlet)))

/** Keeps the secret by which a cluster can be imported by hand as well; false while there is no place for it. */
export async function ensureImportSecret(parts: MceParts, cluster: Stored<ManagedCluster>): Promise<boolean> {
  const { name } = cluster.metadata
  const ref = { namespace: name, name: importSecretName(name) }
  if (parts.views.importSecrets.get(ref)) return true
  const manifests = importManifests(parts, cluster.metadata).map((manifest) => JSON.stringify(manifest))
  const secret = {
    metadata: { ...ref, labels: { [LABELS.importSecret]: '' } },
    type: 'Opaque',
    data: { 'import.yaml': encode(manifests.join(SEPARATOR)), 'crds.yaml': CRDS },
  }
  try {
    await createIfMissing(parts.client, Secret, secret)
    return true
  } catch (error) {
    if (hasReason(error, 'NotFound')) return false
    throw error
  }
}

import { Klusterlet, type ManagedCluster, ManifestWork, Secret } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Draft, Stored } from '@skep/client'
import { isConditionTrue } from '@skep/controller'
import { apiVersionOf, type JsonObject, jsonEqual } from '@skep/schema'
import {
  ANNOTATIONS,
  EXTERNAL_KUBECONFIG,
  klusterletName,
  klusterletWorkName,
  kubeconfigWorkName,
  LABELS,
} from '../names.ts'
import type { MceParts } from '../parts.ts'
import { importManifests } from './import-secret.ts'

/** What is told of the Klusterlet, by the name of the value. */
const FEEDBACK = ['reason', 'status', 'message', 'lastTransitionTime', 'observedGeneration'].map((field) => ({
  name: `ReadyToApply-${field}`,
  path: `.status.conditions[?(@.type=="ReadyToApply")].${field}`,
}))

/** Brings the agent of a hosted cluster to its hosting cluster. Returns the work as far as it is known. */
export async function ensureKlusterletWork(
  parts: MceParts,
  { metadata }: Stored<ManagedCluster>,
  hostingCluster: string,
): Promise<Stored<ManifestWork>> {
  const name = klusterletWorkName(metadata.name)
  return ensureWork(parts, {
    metadata: {
      namespace: hostingCluster,
      name,
      labels: { [LABELS.hostedCluster]: metadata.name },
      // The agent is what takes everything else away: it goes last.
      annotations: { [ANNOTATIONS.cleanupPriority]: '100' },
    },
    spec: {
      workload: { manifests: importManifests(parts, metadata) },
      deleteOption: { propagationPolicy: 'Foreground' },
      manifestConfigs: [
        {
          resourceIdentifier: {
            group: Klusterlet.group,
            resource: Klusterlet.plural,
            name: klusterletName(metadata.name),
          },
          feedbackRules: [{ type: 'JSONPaths', jsonPaths: FEEDBACK }],
          feedbackScrapeType: 'Watch',
        },
      ],
    },
  })
}

/** Brings the kubeconfig that somebody handed over to the agent. It stays there, since the agent cleans up with it. */
export const ensureKubeconfigWork = (
  parts: MceParts,
  { metadata }: Stored<ManagedCluster>,
  hostingCluster: string,
  kubeconfig: string,
): Promise<Stored<ManifestWork>> =>
  ensureWork(parts, {
    metadata: {
      namespace: hostingCluster,
      name: kubeconfigWorkName(metadata.name),
      labels: { [LABELS.hostedCluster]: metadata.name },
    },
    spec: {
      workload: { manifests: [externalKubeconfig(metadata.name, kubeconfig)] },
      deleteOption: { propagationPolicy: 'Orphan' },
    },
  })

const externalKubeconfig = (cluster: string, kubeconfig: string): JsonObject => ({
  apiVersion: apiVersionOf(Secret),
  kind: Secret.kind,
  metadata: { namespace: klusterletName(cluster), name: EXTERNAL_KUBECONFIG },
  type: 'Opaque',
  data: { kubeconfig },
})

async function ensureWork({ client, views }: MceParts, work: Draft<ManifestWork>): Promise<Stored<ManifestWork>> {
  const { namespace, name = '' } = work.metadata
  const known = views.hostedWorks.get({ namespace, name })
  if (!known) return create({ client }, work)
  if (jsonEqual(known.spec?.workload ?? {}, work.spec?.workload ?? {})) return known
  const body = { spec: { workload: work.spec?.workload } }
  return client.patch(ManifestWork, known.metadata, { type: 'merge', body })
}

async function create({ client }: Pick<MceParts, 'client'>, work: Draft<ManifestWork>): Promise<Stored<ManifestWork>> {
  try {
    return await client.create(ManifestWork, work)
  } catch (error) {
    const { namespace, name = '' } = work.metadata
    const present = hasReason(error, 'AlreadyExists') ? await client.get(ManifestWork, { namespace, name }) : undefined
    if (!present) throw error
    return present
  }
}

/** Whether everything in a work is where it should be. */
export const isWorkAvailable = ({ status }: ManifestWork): boolean => isConditionTrue(status?.conditions, 'Available')

/** Whether the Klusterlet of a work has all that it needs, as it told. */
export const isKlusterletReady = ({ status }: ManifestWork): boolean =>
  (status?.resourceStatus?.manifests ?? [])
    .filter(({ resourceMeta }) => resourceMeta.group === Klusterlet.group && resourceMeta.kind === Klusterlet.kind)
    .flatMap(({ statusFeedback }) => statusFeedback?.values ?? [])
    .some(({ name, fieldValue }) => name === 'ReadyToApply-status' && fieldValue.string === 'True')

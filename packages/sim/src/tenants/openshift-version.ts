import { ClusterOperator, ClusterVersion, type OperatorCondition, targetClusterKinds } from '@skep/api'
import { type Clock, formatTime, hasReason } from '@skep/base'
import { type Client, installKinds } from '@skep/client'

/** Operators without which hardly anybody would take a cluster for OpenShift. */
const OPERATORS = ['authentication', 'console', 'dns', 'etcd', 'ingress', 'kube-apiserver', 'machine-api', 'network']

/** A cluster, and what time it is there. */
export interface ClusterServices {
  readonly client: Client
  readonly clock: Clock
}

/** Adds what all clusters of a version have in common: the kinds of OpenShift, and operators that are well. */
export async function installOpenShift(
  { client, clock }: ClusterServices,
  version: string,
  signal: AbortSignal,
): Promise<void> {
  await installKinds(client, targetClusterKinds, { signal, clock })
  const now = formatTime(clock.now())
  await Promise.all(OPERATORS.map((name) => addOperator(client, name, version, now, signal)))
}

/** Makes a cluster say that it is OpenShift of a version. Last, since it says that all the rest is there. */
export async function declareVersion(
  { client, clock }: ClusterServices,
  id: string,
  version: string,
  signal: AbortSignal,
): Promise<void> {
  const now = formatTime(clock.now())
  const metadata = { name: 'version' }
  await client.apply(ClusterVersion, { metadata, spec: { clusterID: id } }, { signal })
  const status = versionStatus(version, now)
  await client.patch(ClusterVersion, metadata, { type: 'merge', body: { status } }, { subresource: 'status', signal })
}

/** Whether a cluster is OpenShift, with all that belongs to it. */
export async function isOpenShift(client: Client, signal: AbortSignal): Promise<boolean> {
  try {
    const found = await client.get(ClusterVersion, { name: 'version' }, { signal })
    return found?.status !== undefined
  } catch (error) {
    // A cluster that is not OpenShift yet does not know the kind, either.
    if (hasReason(error, 'NotFound')) return false
    throw error
  }
}

async function addOperator(
  client: Client,
  name: string,
  version: string,
  now: string,
  signal: AbortSignal,
): Promise<void> {
  const status = { conditions: wellConditions(now), versions: [{ name: 'operator', version }] }
  await client.apply(ClusterOperator, { metadata: { name } }, { signal })
  await client.patch(ClusterOperator, { name }, { type: 'merge', body: { status } }, { subresource: 'status', signal })
}

function versionStatus(version: string, now: string): ClusterVersion['status'] {
  const image = `release:${version}`
  return {
    desired: { version, image },
    history: [{ state: 'Completed', version, image, startedTime: now, completionTime: now, verified: true }],
    observedGeneration: 1,
    versionHash: version,
    availableUpdates: [],
    conditions: wellConditions(now),
  }
}

const wellConditions = (now: string): OperatorCondition[] =>
  [
    { type: 'Available', status: 'True' },
    { type: 'Progressing', status: 'False' },
    { type: 'Degraded', status: 'False' },
    { type: 'Upgradeable', status: 'True' },
  ].map((condition) => ({ ...condition, reason: 'AsExpected', message: '', lastTransitionTime: now }))

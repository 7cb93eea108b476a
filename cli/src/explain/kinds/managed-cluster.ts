import { HostedCluster, Klusterlet, ManagedCluster, ManagedClusterAddOn, ManifestWork, Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import { type ConditionRule, conditionOf, firstUnmet, oneLine } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import { type Explainer, missingPart, type Part, partsOf } from '../explainer.ts'
import { type Actor, type Explained, failing, good, operator, user, type Verdict, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'

const MCE = operator('mce')
const AGENT = operator('klusterlet')
const REACH_AGENT = user('see why the agent of the cluster does not renew its lease')

const RULES: readonly ConditionRule[] = [
  {
    type: 'HubAcceptedManagedCluster',
    want: 'True',
    required: true,
    onTheWay: true,
    nextActor: MCE,
    byReason: { HubClusterAdminDenied: user('set spec.hubAcceptsClient to true') },
  },
  {
    type: 'ManagedClusterImportSucceeded',
    want: 'True',
    onTheWay: true,
    nextActor: MCE,
    byReason: { ManagedClusterImportFailed: user('correct what the message names') },
  },
  { type: 'ManagedClusterJoined', want: 'True', required: true, onTheWay: true, nextActor: AGENT },
  {
    type: 'ManagedClusterConditionAvailable',
    want: 'True',
    required: true,
    nextActor: AGENT,
    byReason: {
      ManagedClusterLeaseUpdateStopped: REACH_AGENT,
      ManagedClusterKubeAPIServerUnavailable: user('see why the API of the cluster does not answer'),
    },
  },
  { type: 'ManagedClusterConditionClockSynced', want: 'True', nextActor: user('set the clock of the managed cluster') },
]

/** Name of the annotation that says on which cluster the agent of a hosted one runs. */
const HOSTING = 'import.open-cluster-management.io/hosting-cluster-name'
/** Label of works that bring the agent of a cluster to the hosting one. */
const HOSTED = 'import.open-cluster-management.io/hosted-cluster'

/** A cluster that a hub manages: its add-ons and works, and what brings its agent to where that runs. */
const managedCluster: Explainer<ManagedCluster> = {
  kind: ManagedCluster,
  parts: async (object, read) => {
    const { name, annotations } = object.metadata
    const hosting = annotations?.[HOSTING]
    const [hostedBy, addOns, works, hosted, klusterlet] = await Promise.all([
      hosting === undefined ? [] : hostingPart(read, hosting),
      read.list(ManagedClusterAddOn, { namespace: name }),
      // Works of the local cluster are what it was asked to run, not parts of it.
      name === 'local-cluster' ? [] : read.list(ManifestWork, { namespace: name }),
      hosting === undefined ? [] : read.list(ManifestWork, { namespace: hosting, labels: { [HOSTED]: name } }),
      read.get(Klusterlet, { name: `klusterlet-${name}` }),
    ])
    return [...hostedBy, ...partsOf(read, [...addOns, ...works, ...hosted, klusterlet])]
  },
  verdict: (object, children) => {
    if (!object.spec?.hubAcceptsClient && !conditionOf(object, 'HubAcceptedManagedCluster')) return notAccepted(object)
    const verdict = firstUnmet(object, RULES)
    if (!verdict) return good('Available', conditionOf(object, 'ManagedClusterConditionAvailable')?.lastTransitionTime)
    const actor = importer(object, verdict, children)
    return actor ? { ...verdict, nextActor: actor } : verdict
  },
  deletion: (object, children) => detaching(object, children),
}

/** Name of the annotation of clusters whose agent the hub itself brings to another cluster. */
const DEPLOY_MODE = 'import.open-cluster-management.io/klusterlet-deploy-mode'

/** The cluster that the agent is to run on, if there is none of that name. */
async function hostingPart(read: Reader, name: string): Promise<Part[]> {
  if (await read.get(ManagedCluster, { name })) return []
  const nextActor = user(`correct annotation ${HOSTING}, or create ManagedCluster ${name}`)
  return [
    missingPart(read, ManagedCluster, { name }, failing({ state: 'Missing', waitsFor: 'it is missing', nextActor })),
  ]
}

/** Who has to do something for an import that the hub cannot do alone. */
function importer(
  { metadata: { annotations } }: Stored<ManagedCluster>,
  { state }: Verdict,
  children: readonly Explained[],
): Actor | undefined {
  if (state !== 'ManagedClusterWaitForImporting' && state !== 'ManagedClusterImporting') return undefined
  const isHosted = /^(Singleton)?Hosted$/i.test(annotations?.[DEPLOY_MODE] ?? '')
  if (!isHosted) {
    return user(`install its agent there; the hub does so only for clusters with annotation ${DEPLOY_MODE}: Hosted`)
  }
  if (!annotations?.[HOSTING]) return user(`set annotation ${HOSTING} to the cluster that its agent shall run on`)
  const agent = children.find(({ object: { kind } }) => kind === Klusterlet.kind)
  const missing = [...children, ...(agent?.children ?? [])].find((child) => child.state === 'Missing')
  return missing?.nextActor
}

/** Nobody has looked at it yet, and who does will not accept it. */
const notAccepted = ({ metadata }: Stored<ManagedCluster>): Verdict =>
  failing({
    state: 'NotAccepted',
    waitsFor: 'the hub to accept it',
    since: metadata.creationTimestamp,
    nextActor: user('set spec.hubAcceptsClient to true'),
  })

/** The hub says in which way it lets go, and of what. */
function detaching(object: Stored<ManagedCluster>, children: readonly Explained[]): Verdict {
  const held = explainDeletion(object, children)
  const detach = conditionOf(object, 'ManagedClusterImportSucceeded')
  if (held.health === 'failing' || !detach?.reason?.endsWith('Detaching')) return held
  const worst = children.find(({ health, deletedAt }) => health === 'failing' && deletedAt !== undefined)
  return waiting({
    state: detach.reason,
    waitsFor: oneLine(detach.message ?? '') || held.waitsFor || 'its agent to go',
    since: object.metadata.deletionTimestamp,
    nextActor: worst?.nextActor ?? MCE,
  })
}

const addOn: Explainer<ManagedClusterAddOn> = {
  kind: ManagedClusterAddOn,
  verdict: (object) =>
    firstUnmet(object, [
      { type: 'Degraded', want: 'False', nextActor: operator(object.metadata.name) },
      {
        type: 'Available',
        want: 'True',
        required: true,
        onTheWay: true,
        nextActor: operator(object.metadata.name),
        byReason: { ManagedClusterLeaseUpdateStopped: REACH_AGENT },
      },
    ]) ?? good('Available', conditionOf(object, 'Available')?.lastTransitionTime),
}

const klusterlet: Explainer<Klusterlet> = {
  kind: Klusterlet,
  parts: async ({ metadata: { name } }, read) => kubeconfigPart(read, name),
  verdict: (object) =>
    firstUnmet(object, [
      {
        type: 'ReadyToApply',
        want: 'True',
        onTheWay: true,
        nextActor: operator('hypershift add-on', 'writes the kubeconfig once the HostedCluster is available'),
      },
      { type: 'Applied', want: 'True', onTheWay: true, nextActor: AGENT },
      { type: 'Available', want: 'True', onTheWay: true, nextActor: AGENT },
      { type: 'HubConnectionDegraded', want: 'False', nextActor: AGENT },
    ]) ?? good('Available', conditionOf(object, 'Available')?.lastTransitionTime),
}

/** The kubeconfig by which an agent that runs elsewhere reaches its cluster. */
async function kubeconfigPart(read: Reader, namespace: string): Promise<Part[]> {
  const ref = { namespace, name: 'external-managed-kubeconfig' }
  const secret = await read.get(Secret, ref)
  if (secret) return partsOf(read, [secret])
  const managed = namespace.replace(/^klusterlet-/, '')
  const hosts = await read.list(HostedCluster)
  const own = hosts.find(({ metadata: { name, annotations } }) => [name, annotations?.[MANAGED_NAME]].includes(managed))
  const nextActor = own ? operator('hypershift add-on') : user(`create Secret ${ref.namespace}/${ref.name}`)
  const verdict = waiting({ state: 'Missing', waitsFor: 'the kubeconfig of the managed cluster', nextActor })
  return [missingPart(read, Secret, ref, verdict)]
}

const MANAGED_NAME = 'cluster.open-cluster-management.io/managedcluster-name'

/** Clusters of a hub, and what runs for them. */
export const MANAGED_CLUSTER_EXPLAINERS: readonly Explainer[] = [managedCluster, addOn, klusterlet]

import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type ManagementCluster, PATIENCE_MS, startManagement } from './support/hosted/management.ts'
import { hostedCluster, NAMESPACE, nodePool } from './support/hosted/samples.ts'
import { itWith } from './support/programs.ts'

const AVAILABLE = 'ManagedClusterConditionAvailable'
const UNREACHABLE = 'cluster.open-cluster-management.io/unreachable'

let management: ManagementCluster
beforeAll(async () => {
  management = await startManagement()
  const { prepare, apply, wait } = management
  await prepare()
  await apply(hostedCluster('demo', { metadata: { labels: { tier: 'gold' } } }), nodePool('workers', 'demo'))
  await wait('hc/demo', 'condition=Available')
}, PATIENCE_MS)
afterAll(() => management?.close())

/** Waits until a managed cluster is there, and then for something of it. */
const waitFor = async (name: string, condition: string) => {
  await management.sh(`kubectl wait managedcluster/${name} --for=create --timeout=120s`)
  await management.sh(`kubectl wait managedcluster/${name} --for=${condition} --timeout=120s`)
}

const taints = (name: string) => management.sh(`kubectl get managedcluster ${name} -o jsonpath='{.spec.taints[*].key}'`)

describe('the managed cluster of a hosted one', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('is made by itself, joins and is available', async () => {
    const { sh } = management
    await waitFor('demo', 'condition=ManagedClusterJoined')
    await waitFor('demo', `condition=${AVAILABLE}`)

    const metadata = JSON.parse(await sh('kubectl get managedcluster demo -o json | jq -c .metadata'))
    expect(metadata.annotations).toMatchObject({
      'import.open-cluster-management.io/klusterlet-deploy-mode': 'Hosted',
      'import.open-cluster-management.io/hosting-cluster-name': 'local-cluster',
      'open-cluster-management/created-via': 'hypershift',
    })
    expect(metadata.labels).toMatchObject({
      name: 'demo',
      tier: 'gold',
      vendor: expect.any(String),
      cloud: expect.any(String),
      'cluster.open-cluster-management.io/clusterset': 'default',
    })
    expect(await sh('kubectl get managedclusters')).toMatch(
      /^NAME +HUB ACCEPTED +MANAGED CLUSTER URLS +JOINED +AVAILABLE +AGE\ndemo +true +https:\S+ +True +True +\S+\nlocal-cluster +true +https:\S+ +True +True +\S+$/,
    )
    const conditions = `jq -r '.status.conditions[] | "\\(.type) \\(.status)/\\(.reason)"'`
    expect((await sh(`kubectl get managedcluster demo -o json | ${conditions}`)).split('\n')).toEqual(
      expect.arrayContaining([
        'HubAcceptedManagedCluster True/HubClusterAdminAccepted',
        'ManagedClusterJoined True/ManagedClusterJoined',
        'ManagedClusterConditionAvailable True/ManagedClusterAvailable',
        'ManagedClusterImportSucceeded True/ManagedClusterImported',
      ]),
    )
    expect(await sh('kubectl get managedcluster demo -o jsonpath={.status.version.kubernetes}')).toBe('v1.32.3')
    expect(await sh('kubectl get lease managed-cluster-lease -n demo -o name')).toContain('managed-cluster-lease')
    expect(await sh('kubectl get manifestworks -n local-cluster -o name')).toContain('demo-hosted-klusterlet')
  })

  it('is told of the tenant, and tells it that it is hosted', async () => {
    const { sh, wait, kubeconfigOf } = management
    await wait('hc/demo', `jsonpath='{.status.version.history[0].state}'=Completed`)
    const kubectl = `kubectl --kubeconfig ${await kubeconfigOf('demo')}`
    await sh(`${kubectl} wait clusterclaim/hostedcluster.hypershift.openshift.io --for=create --timeout=120s`)

    const claim = `${kubectl} get clusterclaim hostedcluster.hypershift.openshift.io -o jsonpath={.spec.value}`
    expect(await sh(claim)).toBe('true')
    await waitFor('demo', `jsonpath='{.status.capacity.cpu}'`)
    expect(await sh('kubectl get secrets -n local-cluster -o name')).toContain('secret/demo-admin-kubeconfig')
  })

  it('is unreachable when its agent falls silent, until that is heard again', async () => {
    const { sh, sim } = management
    const failure = { condition: 'Silent', reason: 'Stopped', message: 'the agent is stopped', state: 'Agent' }
    await sim.setFailure('managedcluster', { name: 'demo' }, failure)
    await sim.advance(301)
    await waitFor('demo', `condition=${AVAILABLE}=Unknown`)

    const reason = `jq -r '.status.conditions[] | select(.type == "${AVAILABLE}") | .reason'`
    expect(await sh(`kubectl get managedcluster demo -o json | ${reason}`)).toBe('ManagedClusterLeaseUpdateStopped')
    await waitFor('demo', `jsonpath='{.spec.taints[0].key}'=${UNREACHABLE}`)
    expect(await taints('demo')).toBe(UNREACHABLE)
    expect(await taints('local-cluster')).toBe('')

    await sim.clearOverride('managedcluster', { name: 'demo' })
    await waitFor('demo', `condition=${AVAILABLE}`)
    await expect.poll(() => taints('demo'), { timeout: 60_000 }).toBe('')
  })

  it('is named as the hosted cluster says, when somebody else makes it', async () => {
    const { sh, apply } = management
    const name = 'cluster.open-cluster-management.io/managedcluster-name'
    await apply(
      {
        apiVersion: 'cluster.open-cluster-management.io/v1',
        kind: 'ManagedCluster',
        metadata: {
          name: '2abc',
          annotations: {
            'import.open-cluster-management.io/klusterlet-deploy-mode': 'Hosted',
            'import.open-cluster-management.io/hosting-cluster-name': 'local-cluster',
          },
        },
        spec: { hubAcceptsClient: true },
      },
      hostedCluster('ordered', { metadata: { annotations: { [name]: '2abc' } } }),
    )
    await waitFor('2abc', `condition=${AVAILABLE}`)

    expect(await sh.failing('kubectl get managedcluster ordered')).toContain('not found')
  })

  it('can be detached while the hosted one goes on', async () => {
    const { sh, condition } = management
    await sh('kubectl delete managedcluster 2abc --wait')

    expect(await condition('hc/ordered', 'Available')).toBe('True/AsExpected')
    expect(await sh('kubectl get ns 2abc klusterlet-2abc --ignore-not-found')).toBe('')
  })

  it('goes with the hosted one', async () => {
    const { sh } = management
    await sh(`kubectl delete hc demo -n ${NAMESPACE} --wait`)
    await sh('kubectl wait managedcluster/demo ns/demo ns/klusterlet-demo --for=delete --timeout=120s')

    expect(await sh('kubectl get manifestworks -n local-cluster -o name')).not.toContain('demo')
    expect(await sh('kubectl get secrets -n local-cluster -o name')).not.toContain('secret/demo-')
  })
})

import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type ManagementCluster, PATIENCE_MS, startManagement } from './support/hosted/management.ts'
import { hostedCluster, NAMESPACE, nodePool } from './support/hosted/samples.ts'
import { conditionsOf, versionOf } from './support/hosted/watch.ts'
import { itWith } from './support/programs.ts'

const HOSTED_CLUSTERS = `/apis/hypershift.openshift.io/v1beta1/namespaces/${NAMESPACE}/hostedclusters`
const CLUSTER_ID = '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10'

let management: ManagementCluster
beforeAll(async () => {
  management = await startManagement()
  await management.prepare()
}, PATIENCE_MS)
afterAll(() => management?.close())

describe('a hosted control plane', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('tells its first state, and becomes available in a namespace of its own', async () => {
    const { sh, apply, wait, condition, watch } = management
    const seen = await watch(HOSTED_CLUSTERS)
    const labels = { 'api.openshift.com/id': '2abc' }
    await apply(
      hostedCluster('demo', {
        metadata: { labels },
        spec: { clusterID: CLUSTER_ID, infraID: 'demo-x7k2p', controllerAvailabilityPolicy: 'HighlyAvailable' },
      }),
    )
    await wait('hc/demo', 'condition=Available')

    const { object: first } = await seen.until(({ object }) => object['status']?.conditions !== undefined)
    expect(conditionsOf(first)).toMatchObject({
      Available: 'False/WaitingForAvailable',
      Degraded: 'Unknown/StatusUnknown',
      Progressing: 'False/AsExpected',
      IgnitionEndpointAvailable: 'False/NotFound',
    })
    expect(first['status'].version).toMatchObject({
      availableUpdates: null,
      history: [{ state: 'Partial', completionTime: null, image: 'img.example/ocp-release:4.19.3-multi' }],
    })
    expect(await sh('kubectl get ns ocm-local-2abc-demo --show-labels --no-headers')).toContain(
      'hypershift.openshift.io/hosted-control-plane=true',
    )
    expect(await sh('kubectl get hcp -n ocm-local-2abc-demo demo -o name')).toBe(
      'hostedcontrolplane.hypershift.openshift.io/demo',
    )
    await wait('hc/demo', `jsonpath='{.metadata.annotations.hypershift\\.openshift\\.io/HasBeenAvailable}'=true`)
    expect(await sh(`kubectl get hc/demo -n ${NAMESPACE} -o jsonpath='{.status.controlPlaneEndpoint}'`)).toBe(
      '{"host":"api.demo.hcp.example.net","port":443}',
    )
    await wait('hc/demo', 'condition=Degraded=False')
    expect(await condition('hc/demo', 'ReconciliationSucceeded')).toBe('True/ReconciliatonSucceeded')
  })

  it('comes up in order: what others need first', async () => {
    const { apply, wait, watch } = management
    const seen = await watch(HOSTED_CLUSTERS)
    await apply(hostedCluster('ordered'))
    await wait('hc/ordered', 'condition=Available')

    const order = ['ValidConfiguration', 'InfrastructureReady', 'EtcdAvailable', 'KubeAPIServerAvailable', 'Available']
    const firsts = () => {
      const ofIt = seen.events.map(({ object }) => object).filter(({ metadata }) => metadata.name === 'ordered')
      return order.map((type) => ofIt.findIndex((object) => conditionsOf(object)[type]?.startsWith('True/')))
    }
    // What the one who waits has seen is on its way to this watch.
    await expect.poll(firsts, { timeout: 10_000 }).not.toContain(-1)
    expect(firsts()).toEqual(firsts().sort((a, b) => a - b))
  })

  it('opens with its published kubeconfig, and has no nodes before there is a pool', async () => {
    const { sh, kubeconfigOf, condition } = management
    const kubectl = `kubectl --kubeconfig ${await kubeconfigOf('demo')}`

    expect(await sh(`${kubectl} auth whoami -o jsonpath='{.status.userInfo.username}'`)).toBe('system:admin')
    expect(await sh(`${kubectl} config view -o jsonpath='{.clusters[0].name}'`)).toBe('cluster')
    expect(await sh(`${kubectl} config current-context`)).toBe('admin')
    expect(await sh.outcome(`${kubectl} get nodes`)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No resources found',
    })
    expect(await sh(`${kubectl} get clusterversion version -o jsonpath='{.spec.clusterID}'`)).toBe(CLUSTER_ID)
    expect(await condition('hc/demo', 'DataPlaneConnectionAvailable')).toBe('Unknown/NoWorkerNodesAvailable')
    expect(
      await sh(`kubectl get secret demo-kubeadmin-password -n ${NAMESPACE} -o jsonpath='{.data.password}' | base64 -d`),
    ).toMatch(/^[a-km-zA-NP-Z2-9]{5}(-[a-km-zA-NP-Z2-9]{5}){3}$/)
  })

  it('is made of components by their real names', async () => {
    const { sh } = management
    const components = await sh('kubectl get cpc -n ocm-local-2abc-demo')
    expect(components).toMatch(/^NAME +VERSION +AVAILABLE +ROLLOUTCOMPLETE +MESSAGE\n/)
    expect(components).toMatch(/\netcd +4\.19\.3 +True +True /)
    expect(components).toMatch(/\nkube-apiserver +4\.19\.3 +True +True /)

    expect(await sh.failing('kubectl get deployment konnectivity-server -n ocm-local-2abc-demo')).toContain('not found')
    expect(await sh('kubectl get service konnectivity-server -n ocm-local-2abc-demo -o name')).toBe(
      'service/konnectivity-server',
    )
    const containers = `-o jsonpath='{.spec.template.spec.containers[*].name}'`
    expect(await sh(`kubectl get deployment kube-apiserver -n ocm-local-2abc-demo ${containers}`)).toContain(
      'konnectivity-server',
    )
    expect(await sh('kubectl get pods -n ocm-local-2abc-demo -l app=etcd --no-headers')).toMatch(
      /^etcd-0 .* Running .*\netcd-1 .* Running .*\netcd-2 .* Running /,
    )
  })

  it('keeps what must not change', async () => {
    const { sh } = management
    const patch = (type: string, body: object) =>
      sh.failing(`kubectl patch hc demo -n ${NAMESPACE} --type ${type} -p '${JSON.stringify(body)}'`)
    const invalid = 'The HostedCluster "demo" is invalid'

    expect(await patch('merge', { spec: { infraID: 'other' } })).toContain(invalid)
    expect(await patch('json', [{ op: 'remove', path: '/spec/clusterID' }])).toContain(invalid)
    expect(await patch('merge', { spec: { platform: { type: 'None' } } })).toContain(invalid)
    expect(await patch('merge', { spec: { issuerURL: 'https://other.example.com' } })).toContain(invalid)
  })

  it('has dashes for dots in the name of its namespace', async () => {
    const { sh, apply, wait, prepare } = management
    await prepare('x')
    await apply(hostedCluster('a.b', { namespace: 'x' }))
    await wait('hc/a.b', `jsonpath='{.status.conditions[?(@.type=="InfrastructureReady")].status}'=True`, 'x')

    expect(await sh('kubectl get hcp -A --no-headers -o custom-columns=:.metadata.namespace,:.metadata.name')).toMatch(
      /^x-a-b +a\.b$/m,
    )
  })

  it('is not made while it is paused', async () => {
    const { sh, apply, wait, condition } = management
    await apply(hostedCluster('later', { spec: { pausedUntil: 'true' } }))
    await wait('hc/later', 'condition=ReconciliationActive=False')
    await wait('hc/later', `jsonpath='{.metadata.finalizers[0]}'=hypershift.openshift.io/finalizer`)

    expect(await condition('hc/later', 'ReconciliationActive')).toBe('False/ReconciliationPaused')
    expect(await sh(`kubectl get hc later -n ${NAMESPACE} -o jsonpath='{.spec.infraID}{.spec.clusterID}'`)).toBe('')
    expect(await sh.failing('kubectl get ns ocm-local-2abc-later')).toContain('not found')

    await sh(`kubectl patch hc later -n ${NAMESPACE} --type json -p '[{"op":"remove","path":"/spec/pausedUntil"}]'`)
    await wait('hc/later', 'condition=Available')
    expect(await sh(`kubectl get hc later -n ${NAMESPACE} -o jsonpath='{.spec.infraID}'`)).toMatch(
      /^later-[a-z0-9]{5}$/,
    )
  })

  it('has a kubeconfig before its pools make machines', async () => {
    const { sh, apply, watch } = management
    await apply(nodePool('workers', 'awaited', { spec: { replicas: 1 } }))
    const machines = await watch('/apis/cluster.x-k8s.io/v1beta1/namespaces/ocm-local-2abc-awaited/machines')
    const clusters = await watch(HOSTED_CLUSTERS)
    expect(await sh(`kubectl get np workers -n ${NAMESPACE} -o jsonpath='{.status}{.metadata.finalizers}'`)).toBe('')

    await apply(hostedCluster('awaited'))
    const { object: machine } = await machines.until(({ type }) => type === 'ADDED')
    const { object: published } = await clusters.until(
      ({ object }) => object.metadata.name === 'awaited' && object['status']?.kubeconfig?.name !== undefined,
    )
    expect(versionOf(published)).toBeLessThan(versionOf(machine))
  })
})

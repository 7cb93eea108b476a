import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type ManagementCluster, PATIENCE_MS, startManagement } from './support/hosted/management.ts'
import { hostedCluster, NAMESPACE, nodePool, release } from './support/hosted/samples.ts'
import { conditionsOf, type WatchedEvent, type WatchedObject } from './support/hosted/watch.ts'
import { itWith } from './support/programs.ts'

const CONTROL_PLANE = `${NAMESPACE}-demo`
const NODE_POOLS = `/apis/hypershift.openshift.io/v1beta1/namespaces/${NAMESPACE}/nodepools`
const MACHINES = `/apis/cluster.x-k8s.io/v1beta1/namespaces/${CONTROL_PLANE}/machines`

let management: ManagementCluster
/** kubectl with the published kubeconfig. */
let kubectl: string
beforeAll(async () => {
  management = await startManagement()
  const { prepare, apply, wait, kubeconfigOf } = management
  await prepare()
  // The cluster is at 4.19.4, so that pools can go there from 4.19.3.
  await apply(hostedCluster('demo', { spec: { release: release('4.19.4') } }))
  await wait('hc/demo', 'condition=Available')
  kubectl = `kubectl --kubeconfig ${await kubeconfigOf('demo')}`
}, PATIENCE_MS)
afterAll(() => management?.close())

/** Makes a pool, and waits until its nodes are there. */
async function pool(name: string, spec: { replicas?: number; [field: string]: unknown }): Promise<void> {
  await management.apply(nodePool(name, 'demo', { spec }))
  await management.wait(`np/${name}`, `jsonpath='{.status.replicas}'=${spec.replicas ?? 2}`)
  await management.wait(`np/${name}`, 'condition=UpdatingVersion=False')
}

const patch = (name: string, spec: object) =>
  management.sh(`kubectl patch np ${name} -n ${NAMESPACE} --type merge -p '${JSON.stringify({ spec })}'`)

const nodesOf = (name: string, columns = ':.metadata.name') =>
  management.sh(
    `${kubectl} get nodes -l hypershift.openshift.io/nodePool=${name} --no-headers -o custom-columns=${columns}`,
  )

const tokensOf = (name: string) =>
  management.sh(`kubectl get secrets -n ${CONTROL_PLANE} -o name | grep token-${name}-`)

/** Changes a pool, and resolves once it says that it works on that. */
async function change(name: string, spec: object, condition: string): Promise<void> {
  const pools = await management.watch(NODE_POOLS)
  await patch(name, spec)
  await pools.until(
    ({ object }) => object.metadata.name === name && conditionsOf(object)[condition] === 'True/AsExpected',
  )
}

/** What time it is in the simulation. */
const now = async () => Date.parse((await management.sim.time()).now)

const ofPool = (name: string) => (event: WatchedEvent) => event.object.metadata.name.startsWith(`${name}-`)

const isReady = ({ status }: WatchedObject): boolean =>
  status?.conditions?.some(({ type, status }: Record<string, string>) => type === 'Ready' && status === 'True')

/** The fewest objects that were ready and not about to go at the same time, from when there were `full` of them on. */
function fewestReady(events: readonly WatchedEvent[], full: number): number {
  const ready = new Set<string>()
  let fewest = Number.POSITIVE_INFINITY
  let wasFull = false
  for (const { type, object } of events) {
    const isThere = type !== 'DELETED' && isReady(object) && !object['spec']?.unschedulable
    if (isThere) ready.add(object.metadata.name)
    else ready.delete(object.metadata.name)
    wasFull ||= ready.size >= full
    if (wasFull) fewest = Math.min(fewest, ready.size)
  }
  return fewest
}

describe('node pools', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('grow by kubectl scale, and nothing else about them changes', async () => {
    const { sh, wait, condition } = management
    await pool('scaled', { replicas: 1 })
    const tokens = await tokensOf('scaled')

    await sh(`kubectl scale np/scaled -n ${NAMESPACE} --replicas=3`)
    await wait('np/scaled', `jsonpath='{.status.replicas}'=3`)

    expect(await sh(`kubectl get np scaled -n ${NAMESPACE} -o jsonpath={.spec.replicas}`)).toBe('3')
    expect(await sh(`kubectl get machinedeployment scaled -n ${CONTROL_PLANE} -o jsonpath={.spec.replicas}`)).toBe('3')
    expect(await tokensOf('scaled')).toBe(tokens)
    expect(await condition('np/scaled', 'UpdatingConfig')).toBe('False/AsExpected')
    const cluster = `clusters.cluster.x-k8s.io -n ${CONTROL_PLANE} -o jsonpath={.items[*].status.phase}`
    expect(await sh(`kubectl get ${cluster}`)).toBe('Provisioned')
  })

  it('shrink by draining nodes, which honours disruption budgets', async () => {
    const { sh, watch } = management
    sh.file('budget.json', {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'guard' },
      spec: { minAvailable: 3, selector: { matchLabels: { app: 'guarded' } } },
    })
    await sh(
      `${kubectl} create -f budget.json && ${kubectl} create deployment guarded --image=example/app:1 --replicas=3`,
    )
    await sh(`${kubectl} rollout status deployment/guarded`)
    const machines = await watch(MACHINES)

    await sh(`kubectl scale np/scaled -n ${NAMESPACE} --replicas=0`)
    await machines.until(({ object }) =>
      object['status']?.conditions?.some(
        ({ type, status }: Record<string, string>) => type === 'DrainingSucceeded' && status === 'False',
      ),
    )
    await management.sim.advance(60)
    expect(await sh(`${kubectl} get deployment guarded -o jsonpath={.status.readyReplicas}`)).toBe('3')
    expect(await nodesOf('scaled', ':.spec.unschedulable')).toBe('true\ntrue\ntrue')

    await sh(`${kubectl} delete pdb guard`)
    await sh(`kubectl wait machines --all -n ${CONTROL_PLANE} --for=delete --timeout=120s`)
    expect(await nodesOf('scaled')).toBe('')
    await sh(`kubectl delete np scaled -n ${NAMESPACE} --wait && ${kubectl} delete deployment guarded`)
  })

  it('replace their machines for another configuration, one more at a time', async () => {
    const { sh, wait, watch } = management
    await pool('configured', { replicas: 2 })
    const [token, nodes] = [await tokensOf('configured'), await nodesOf('configured')]
    const machines = await watch(MACHINES)
    const config =
      'apiVersion: machineconfiguration.openshift.io/v1\nkind: KubeletConfig\nmetadata: {name: more}\nspec: {kubeletConfig: {maxPods: 111}}\n'
    sh.file('config.yaml', config)
    await sh(`kubectl create configmap more -n ${NAMESPACE} --from-file=config=config.yaml`)

    await change('configured', { config: [{ name: 'more' }] }, 'UpdatingConfig')
    const [oldToken] = token.split('\n')
    const expires = `jsonpath='{.metadata.annotations.hypershift\\.openshift\\.io/ignition-token-expiration-timestamp}'`
    const left = Date.parse(await sh(`kubectl get ${oldToken} -n ${CONTROL_PLANE} -o ${expires}`)) - (await now())
    expect(left).toBeGreaterThan(3_600_000)
    expect(left).toBeLessThanOrEqual(7_200_000)
    await wait('np/configured', 'condition=UpdatingConfig=False')

    expect((await tokensOf('configured')).split('\n')).toHaveLength(2)
    const after = (await nodesOf('configured')).split('\n')
    expect(after).toHaveLength(2)
    expect(after.filter((name) => nodes.includes(name))).toEqual([])
    expect(machines.most()).toBe(3)
    await management.sim.advance(2 * 3_600)
    await sh(`kubectl wait ${oldToken} -n ${CONTROL_PLANE} --for=delete --timeout=120s`)
    await sh(`kubectl delete np configured -n ${NAMESPACE} --wait`)
  })

  it('replace their machines for another release within the limits of surge and unavailability', async () => {
    const { sh, wait, watch } = management
    const rollingUpdate = { maxSurge: 2, maxUnavailable: 1 }
    await pool('replaced', {
      replicas: 4,
      management: { upgradeType: 'Replace', replace: { strategy: 'RollingUpdate', rollingUpdate } },
    })
    const machines = await watch(MACHINES)
    const nodes = await watch(`/clusters/${CONTROL_PLANE}/api/v1/nodes`, `${NAMESPACE}.demo.kubeconfig`)

    await patch('replaced', { release: release('4.19.4') })
    await wait('np/replaced', `jsonpath='{.status.version}'=4.19.4`)
    await wait('np/replaced', 'condition=UpdatingVersion=False')

    expect(machines.most()).toBeLessThanOrEqual(6)
    expect(fewestReady(nodes.events, 4)).toBeGreaterThanOrEqual(3)
    expect(await nodesOf('replaced', ':.status.nodeInfo.osImage')).toMatch(/^(Red Hat .*\n?){4}$/)
    const versions = `-o jsonpath='{.status.nodesInfo.nodeVersions[*].ocpVersion}'`
    expect(await sh(`kubectl get np replaced -n ${NAMESPACE} ${versions}`)).toBe('4.19.4')
    await sh(`kubectl delete np replaced -n ${NAMESPACE} --wait`)
  })

  it('keep their machines when they are upgraded in place, so many at a time', async () => {
    const { sh, wait, watch } = management
    await pool('kept', { replicas: 3, management: { upgradeType: 'InPlace', inPlace: { maxUnavailable: 1 } } })
    const names = await nodesOf('kept')
    const nodes = await watch(`/clusters/${CONTROL_PLANE}/api/v1/nodes`, `${NAMESPACE}.demo.kubeconfig`)

    await change('kept', { release: release('4.19.4') }, 'UpdatingVersion')
    await wait('np/kept', 'condition=UpdatingVersion=False')

    expect(await sh(`kubectl get np kept -n ${NAMESPACE} -o jsonpath={.status.version}`)).toBe('4.19.4')
    expect(await nodesOf('kept')).toBe(names)
    expect(nodes.events.filter(ofPool('kept')).filter(({ type }) => type === 'DELETED')).toEqual([])
    expect(nodes.events.some(({ object }) => object['spec'].unschedulable)).toBe(true)
    expect(fewestReady(nodes.events, 3)).toBe(2)
    await sh(`kubectl delete np kept -n ${NAMESPACE} --wait`)
  })

  it('scale by themselves between their bounds', async () => {
    const { sh, wait, condition } = management
    await management.apply(nodePool('auto', 'demo', { spec: { autoScaling: { min: 1, max: 3 } } }))
    await wait('np/auto', `jsonpath='{.status.replicas}'=1`)
    expect(await condition('np/auto', 'AutoscalingEnabled')).toBe('True/AsExpected')
    await sh(
      `kubectl wait deployment/cluster-autoscaler -n ${CONTROL_PLANE} --for=jsonpath='{.spec.replicas}'=1 --timeout=120s`,
    )

    await sh(`${kubectl} create deployment greedy --image=example/app:1 --replicas=40`)
    await sh(`${kubectl} set resources deployment greedy --requests=cpu=3`)
    await wait('np/auto', `jsonpath='{.status.replicas}'=3`)
    await management.sim.advance(600)
    expect(await sh(`kubectl get machinedeployment auto -n ${CONTROL_PLANE} -o jsonpath={.spec.replicas}`)).toBe('3')

    await sh(`${kubectl} delete deployment greedy`)
    await management.sim.advance(1_800)
    await wait('np/auto', `jsonpath='{.status.replicas}'=1`)
  })

  it('have no node at all while nobody needs one, if they may', async () => {
    const { sh, wait, condition } = management
    await management.apply(nodePool('empty', 'demo', { spec: { autoScaling: { min: 0, max: 3 } } }))
    await wait('np/empty', 'condition=UpdatingVersion=False')
    expect(await condition('np/empty', 'AllMachinesReady')).toBe('False/AsExpected')
    expect(await sh(`kubectl get machinedeployment empty -n ${CONTROL_PLANE} -o jsonpath={.spec.replicas}`)).toBe('0')

    const spec = { nodeSelector: { 'hypershift.openshift.io/nodePool': 'empty' } }
    await sh(`${kubectl} run choosy --image=example/app:1 --overrides='${JSON.stringify({ spec })}'`)
    await wait('np/empty', `jsonpath='{.status.replicas}'=1`)
    await sh(`${kubectl} wait pod/choosy --for=condition=Ready --timeout=120s`)

    await sh(`${kubectl} delete pod choosy`)
    await management.sim.advance(1_800)
    await wait('np/empty', `jsonpath='{.status.replicas}'=0`)
  })
})

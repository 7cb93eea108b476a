import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type ManagementCluster, PATIENCE_MS, startManagement } from './support/hosted/management.ts'
import { hostedCluster, NAMESPACE, nodePool, type PlatformName } from './support/hosted/samples.ts'
import { versionOf } from './support/hosted/watch.ts'
import { itWith } from './support/programs.ts'

let management: ManagementCluster
beforeAll(async () => {
  management = await startManagement()
  await management.prepare()
}, PATIENCE_MS)
afterAll(() => management?.close())

/** Resolves once Cluster API says that the cluster is there. */
const provisioned = (name: string) =>
  management.sh(
    `kubectl wait clusters.cluster.x-k8s.io --all -n ${NAMESPACE}-${name} --for=jsonpath='{.status.phase}'=Provisioned --timeout=30s`,
  )

/** Makes a cluster on a platform with a pool of one machine, and returns kubectl for it. */
async function ready(name: string, platform: PlatformName): Promise<string> {
  const { apply, wait, kubeconfigOf } = management
  await apply(hostedCluster(name, { platform }), nodePool(`${name}-workers`, name, { platform, spec: { replicas: 1 } }))
  await wait(`hc/${name}`, 'condition=Available')
  await wait(`np/${name}-workers`, `jsonpath='{.status.replicas}'=1`)
  await provisioned(name)
  return `kubectl --kubeconfig ${await kubeconfigOf(name)}`
}

/** The agent of a simulated host, which waits to be part of a cluster. */
const host = (name: string) => ({
  apiVersion: 'agent-install.openshift.io/v1beta1',
  kind: 'Agent',
  metadata: { name, namespace: 'hosts', labels: { rack: 'one', 'sim.skep.dev/host': 'true' } },
  spec: { approved: true, role: 'worker' },
})

describe('a hosted cluster', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('has instances of AWS for nodes', async () => {
    const { sh } = management
    const kubectl = await ready('on-aws', 'AWS')

    expect(await sh(`${kubectl} get nodes -o jsonpath='{.items[*].spec.providerID}'`)).toMatch(
      /^aws:\/\/\/us-east-1.*\/i-\w+$/,
    )
    expect(await sh(`${kubectl} get infrastructure cluster -o jsonpath={.status.platform}`)).toBe('AWS')
    expect(await sh(`kubectl get awsclusters,awsmachines -n ${NAMESPACE}-on-aws -o name`)).toMatch(
      /^awscluster\S+\/on-aws\nawsmachine\S+\/on-aws-workers-\S+$/,
    )
    expect(await sh(`kubectl get deployment aws-cloud-controller-manager -n ${NAMESPACE}-on-aws -o name`)).toContain(
      'aws-',
    )
  })

  it('has virtual machines of KubeVirt for nodes', async () => {
    const { sh } = management
    const kubectl = await ready('virtual', 'KubeVirt')

    expect(await sh(`${kubectl} get nodes -o jsonpath='{.items[*].spec.providerID}'`)).toMatch(
      /^kubevirt:\/\/virtual-workers-/,
    )
    const machine = `-o jsonpath='{.items[0].spec.runStrategy} {.items[0].metadata.labels.hypershift\\.openshift\\.io/nodepool-name}'`
    expect(await sh(`kubectl get virtualmachines -n ${NAMESPACE}-virtual ${machine}`)).toBe('Always virtual-workers')
    expect(
      await sh(`kubectl get hc virtual -n ${NAMESPACE} -o jsonpath='{.spec.platform.kubevirt.generateID}'`),
    ).toMatch(/^\w{10}$/)
    expect(await sh(`kubectl get hc virtual -n ${NAMESPACE} -o jsonpath='{.spec.secretEncryption.type}'`)).toBe(
      'aescbc',
    )
    expect(
      await sh(
        `kubectl get secret virtual-etcd-encryption-key -n ${NAMESPACE} -o jsonpath='{.data.key}' | base64 -d | wc -c`,
      ),
    ).toMatch(/^ *32$/)
  })

  it('leaves nodes to its owner on no platform', async () => {
    const { sh, apply, wait } = management
    await apply(hostedCluster('bare', { platform: 'None' }), nodePool('bare-workers', 'bare', { platform: 'None' }))
    await wait('hc/bare', 'condition=Available')
    await wait('np/bare-workers', `jsonpath='{.status.version}'=4.19.3`)

    expect(await sh(`kubectl get np bare-workers -n ${NAMESPACE} -o jsonpath={.status.replicas}`)).toBe('0')
    expect(await sh(`kubectl get machines,clusters.cluster.x-k8s.io -n ${NAMESPACE}-bare -o name`)).toBe('')
    expect(await sh(`kubectl get secrets -n ${NAMESPACE}-bare -o name`)).toMatch(
      /^secret\/user-data-bare-workers-[0-9a-f]{8}$/m,
    )
  })

  it('waits for the namespace of its hosts, then takes those that are free', async () => {
    const { sh, apply, wait, condition, watch } = management
    const clusters = await watch('/apis/hypershift.openshift.io/v1beta1/namespaces/ocm-local-2abc/hostedclusters')
    const infrastructure = await watch('/apis/capi-provider.agent-install.openshift.io/v1beta1/agentclusters')
    await apply(
      hostedCluster('metal', { platform: 'Agent' }),
      nodePool('metal-workers', 'metal', { platform: 'Agent' }),
    )
    await wait('hc/metal', 'condition=ValidConfiguration=False')
    expect(await condition('hc/metal', 'ValidConfiguration')).toBe('False/InvalidConfiguration')

    await sh('kubectl create namespace hosts')
    await apply(host('first'))
    await management.sim.advance(300)
    await wait('hc/metal', 'condition=Available')
    expect(await sh(`kubectl get hcp metal -n ${NAMESPACE}-metal -o jsonpath={.spec.platform.type}`)).toBe('None')
    const { object: named } = await clusters.until(
      ({ object }) => object.metadata.name === 'metal' && Boolean(object['status']?.ignitionEndpoint),
    )
    const { object: made } = await infrastructure.until(({ type }) => type === 'ADDED')
    expect(versionOf(named)).toBeLessThan(versionOf(made))

    await wait('np/metal-workers', `jsonpath='{.status.replicas}'=1`)
    await expect
      .poll(() => condition('np/metal-workers', 'AllMachinesReady'), { timeout: 60_000 })
      .toContain('NoSuitableAgents')
    expect(await condition('np/metal-workers', 'AllMachinesReady')).toMatch(/^False\//)
    expect(await sh('kubectl get agent first -n hosts -o jsonpath={.metadata.labels.agentMachineRef}')).toMatch(
      /^metal-workers-/,
    )

    await apply(host('second'))
    await wait('np/metal-workers', `jsonpath='{.status.replicas}'=2`)
    await wait('np/metal-workers', 'condition=AllMachinesReady')
    await provisioned('metal')
  })

  it('gives hosts back when it goes', async () => {
    const { sh } = management
    await sh(`kubectl delete hc metal -n ${NAMESPACE} --wait`)

    expect(
      await sh(`kubectl get agents -n hosts -o json | jq -r '[.items[].metadata.labels.agentMachineRef] | @json'`),
    ).toBe('[null,null]')
    expect(await sh(`kubectl get agents -n hosts -o jsonpath='{.items[*].spec.clusterDeploymentName}'`)).toBe('')
  })
})

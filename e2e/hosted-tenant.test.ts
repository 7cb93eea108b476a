import { afterAll, beforeAll, describe, expect } from 'vitest'
import { credentialsOf, statusOf } from './support/hosted/credentials.ts'
import { type ManagementCluster, PATIENCE_MS, startManagement } from './support/hosted/management.ts'
import { hostedCluster, NAMESPACE, nodePool } from './support/hosted/samples.ts'
import { itWith } from './support/programs.ts'

const CONTROL_PLANE = `${NAMESPACE}-demo`

let management: ManagementCluster
/** kubectl with the published kubeconfig. */
let kubectl: string
beforeAll(async () => {
  management = await startManagement()
  const { prepare, apply, wait, kubeconfigOf } = management
  await prepare()
  await apply(
    hostedCluster('demo', { spec: { infraID: 'demo-x7k2p' } }),
    nodePool('workers', 'demo', {
      spec: { nodeLabels: { tier: 'gold' }, management: { upgradeType: 'Replace', autoRepair: true } },
    }),
  )
  await wait('hc/demo', 'condition=Available')
  await wait('np/workers', `jsonpath='{.status.replicas}'=2`)
  kubectl = `kubectl --kubeconfig ${await kubeconfigOf('demo')}`
}, PATIENCE_MS)
afterAll(() => management?.close())

/** The suffixes of secrets of the pool. */
const suffixes = async (kind: string): Promise<string[]> => {
  const names = await management.sh(`kubectl get secrets -n ${CONTROL_PLANE} -o name`)
  return [...names.matchAll(new RegExp(`^secret/${kind}-workers-([0-9a-f]{8})$`, 'gm'))].map(
    ([, suffix = '']) => suffix,
  )
}

describe('the cluster of a tenant', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('has the nodes of its pool', async () => {
    const { sh, wait } = management
    expect(await sh(`kubectl get machinedeployment -n ${CONTROL_PLANE} -o name`)).toBe(
      'machinedeployment.cluster.x-k8s.io/workers',
    )
    expect(await suffixes('token')).toHaveLength(1)
    expect(await suffixes('user-data')).toEqual(await suffixes('token'))
    const selector = 'hypershift.openshift.io/nodePool=workers,tier=gold'
    expect(await sh(`${kubectl} get nodes -l ${selector} --no-headers`)).toMatch(
      /^(workers-\S+ +Ready +worker +\S+ +v1\.32\.\d+\n?){2}$/,
    )
    await wait('np/workers', 'condition=UpdatingVersion=False')
    await wait('np/workers', 'condition=AutorepairEnabled')
    expect(await sh(`kubectl get np -n ${NAMESPACE}`)).toMatch(
      /^NAME +CLUSTER +DESIRED NODES +CURRENT NODES +AUTOSCALING +AUTOREPAIR +VERSION +UPDATINGVERSION +UPDATINGCONFIG +MESSAGE *\nworkers +demo +2 +2 +False +True +4\.19\.3 +False +False *$/,
    )
    await wait('hc/demo', `jsonpath='{.status.version.history[0].state}'=Completed`)
    await wait('hc/demo', `jsonpath='{.status.controlPlaneVersion.history[0].state}'=Completed`)
    expect(await sh(`kubectl get hc -n ${NAMESPACE}`)).toMatch(
      /^NAME +VERSION +CP VERSION +KUBECONFIG +PROGRESS +AVAILABLE +PROGRESSING +MESSAGE\ndemo +4\.19\.3 +4\.19\.3 +demo-admin-kubeconfig +Completed +True +False +The hosted control plane is available$/,
    )
  })

  it('configures machines that know their token, and nobody else', async () => {
    const { sh, ignitionUrl, wait } = management
    const [suffix] = await suffixes('token')
    const ask = (path: string, token?: string) =>
      statusOf(sh, `-k ${token === undefined ? '' : `-H "Authorization: Bearer ${token}"`} ${ignitionUrl}${path}`)
    const token = `$(kubectl get secret token-workers-${suffix} -n ${CONTROL_PLANE} -o jsonpath={.data.token})`

    expect(await ask('/ignition')).toBe('401')
    expect(await ask('/ignition', 'no,base64')).toBe('401')
    expect(await ask('/ignition', '$(echo unknown | base64)')).toBe('511')
    expect(await ask('/ignition', token)).toBe('200')
    expect(await ask('/other', token)).toBe('404')
    expect(await ask('/healthz')).toBe('200')
    await wait('np/workers', 'condition=ReachedIgnitionEndpoint')
    expect(
      await sh(`curl -sk -H "Authorization: Bearer ${token}" ${ignitionUrl}/ignition | jq -r .ignition.version`),
    ).toBe('3.2.0')
    const source = '.ignition.config.merge[0].source'
    expect(
      await sh(`kubectl get secret user-data-workers-${suffix} -n ${CONTROL_PLANE} -o jsonpath={.data.value} | \
        base64 -d | jq -r ${source}`),
    ).toBe('https://ignition.demo.hcp.example.net/ignition')
  })

  it('has approved two certificates for each node', async () => {
    const requests = (await management.sh(`${kubectl} get csr --no-headers`)).split('\n')

    expect(requests).toHaveLength(4)
    expect(requests.filter((line) => / Approved,Issued$/.test(line))).toHaveLength(4)
    expect(requests.filter((line) => line.includes(' kubernetes.io/kubelet-serving '))).toHaveLength(2)
    expect(
      requests.filter((line) => line.includes('openshift-machine-config-operator:node-bootstrapper')),
    ).toHaveLength(2)
  })

  it('answers as a hosted cluster does', async () => {
    const { sh } = management
    const wide = await sh(`${kubectl} get nodes -o wide`)
    expect(wide).toMatch(
      /^NAME +STATUS +ROLES +AGE +VERSION +INTERNAL-IP .* OS-IMAGE +KERNEL-VERSION +CONTAINER-RUNTIME\n/,
    )
    expect(wide).toMatch(
      /\nworkers-\S+ +Ready +worker +\S+ +v1\.32\.3 +[\d.]+ +<none> +Red Hat .* cri-o:\/\/1\.32\.\d+/,
    )
    const providers = await sh(`${kubectl} get nodes -o jsonpath='{.items[*].spec.providerID}'`)
    expect(providers).toMatch(/^azure:\/\/\/subscriptions\/\S+\/virtualMachines\/workers-\S+ azure:/)

    expect(await sh(`${kubectl} get clusterversion`)).toMatch(
      /^NAME +VERSION +AVAILABLE +PROGRESSING +SINCE +STATUS\nversion +4\.19\.3 +True +False +\S+ +Cluster version is 4\.19\.3$/,
    )
    const types = `jq -r '[.status.conditions[].type] | sort | join(",")'`
    expect(await sh(`${kubectl} get clusterversion version -o json | ${types}`)).toBe(
      'Available,Failing,Progressing,ReleaseAccepted,RetrievedUpdates,Upgradeable',
    )
    const operators = await sh(`${kubectl} get clusteroperators --no-headers`)
    for (const name of [
      ...['openshift-apiserver', 'openshift-controller-manager', 'kube-apiserver', 'kube-controller-manager'],
      ...['kube-scheduler', 'operator-lifecycle-manager-packageserver'],
    ]) {
      expect(operators).toMatch(new RegExp(`^${name} +4\\.19\\.3 +True +False +False `, 'm'))
    }
    const namespaces = (await sh(`${kubectl} get ns -o name`)).split('\n')
    expect(namespaces).toEqual(expect.arrayContaining(NAMESPACES.map((name) => `namespace/${name}`)))
    const infrastructure = `${kubectl} get infrastructure cluster -o yaml`
    expect(await sh(infrastructure)).toMatch(/\n {2}controlPlaneTopology: External\n/)
    expect(await sh(infrastructure)).toMatch(/\n {2}infrastructureName: demo-x7k2p\n/)
    expect(await sh(infrastructure)).toMatch(/\n {2}platform: Azure\n/)
    expect(await sh(`${kubectl} -n kube-system get pods --no-headers`)).toMatch(
      /^(konnectivity-agent-\S+ +1\/1 +Running .*\n?){2}$/,
    )
    expect(await sh(`${kubectl} get service kubernetes -o jsonpath={.spec.clusterIP}`)).toBe('172.31.0.1')
  })

  it('says which Kubernetes it is and how it feels', async () => {
    const { sh } = management
    expect(await sh(`${kubectl} version`)).toMatch(/Server Version: v1\.32\.3$/m)
    const { server, certificate } = await credentialsOf(sh, `${NAMESPACE}.demo.kubeconfig`)
    expect(await sh(`curl -sS ${certificate} ${server}/version | jq -r .gitVersion`)).toBe('v1.32.3')
    for (const path of ['healthz', 'livez', 'readyz']) {
      expect(await sh(`curl -sS ${certificate} ${server}/${path}`)).toBe('ok')
    }
    expect(await sh(`curl -sS ${certificate} '${server}/readyz?verbose'`)).toMatch(/^\[\+\]\S+ ok$/m)
    const groups = await sh(`curl -sS ${certificate} ${server}/apis | jq -r '.groups[].name'`)
    expect(groups.split('\n')).toEqual(
      expect.arrayContaining([
        'config.openshift.io',
        'operator.openshift.io',
        'certificates.k8s.io',
        'route.openshift.io',
      ]),
    )
  })

  it('runs what is deployed to it on its own nodes', async () => {
    const { sh } = management
    const labels = { app: 'everywhere' }
    sh.file('daemons.json', {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'everywhere' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example/agent:1' }] } },
      },
    })
    await sh(`${kubectl} create deployment web --image=example/web:1 --replicas=3 && ${kubectl} create -f daemons.json`)
    await sh(`${kubectl} rollout status deployment/web && ${kubectl} rollout status daemonset/everywhere`)

    const nodes = (await sh(`${kubectl} get nodes -o jsonpath='{.items[*].metadata.name}'`)).split(' ').sort()
    const placed = async (app: string) =>
      (await sh(`${kubectl} get pods -l app=${app} -o jsonpath='{.items[*].spec.nodeName}'`)).split(' ').sort()
    expect(await placed('everywhere')).toEqual(nodes)
    expect([...new Set(await placed('web'))]).toEqual(nodes)
    expect(await sh(`${kubectl} logs deployment/web`)).toBe('')
    expect(await sh.failing(`${kubectl} exec deployment/web -- ls`)).toContain(
      'pods of this server run no processes: exec is not available',
    )
    expect(await sh('kubectl get pods -A -l app=web -o name')).toBe('')
  })

  it('does not upgrade itself', async () => {
    const { sh } = management
    const desiredUpdate = { version: '4.19.9', image: 'img.example/ocp-release:4.19.9-multi', force: false }
    await sh(`${kubectl} patch clusterversion version --type merge -p '${JSON.stringify({ spec: { desiredUpdate } })}'`)

    await sh(
      `until [ -z "$(${kubectl} get clusterversion version -o jsonpath='{.spec.desiredUpdate}')" ]; do sleep 0.1; done`,
    )
    expect(await sh(`${kubectl} get clusterversion version -o jsonpath='{.status.desired.version}'`)).toBe('4.19.3')
  })
})

const NAMESPACES = [
  ...['default', 'kube-system', 'kube-public', 'kube-node-lease', 'openshift-config', 'openshift-config-managed'],
  ...['openshift-apiserver', 'openshift-infra', 'openshift-cloud-controller-manager', 'openshift-controller-manager'],
  ...['openshift-kube-apiserver', 'openshift-kube-controller-manager', 'openshift-kube-scheduler', 'openshift-etcd'],
  ...['openshift-ingress', 'openshift-authentication', 'openshift-route-controller-manager'],
]

import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type ManagementCluster, PATIENCE_MS, startManagement } from './support/hosted/management.ts'
import { hostedCluster, NAMESPACE, nodePool, release } from './support/hosted/samples.ts'
import { conditionsOf, deletions } from './support/hosted/watch.ts'
import { itWith } from './support/programs.ts'

const CONTROL_PLANE = `${NAMESPACE}-demo`
const HYPERSHIFT = '/apis/hypershift.openshift.io/v1beta1/namespaces'
const CLUSTER_API = `/apis/cluster.x-k8s.io/v1beta1/namespaces/${CONTROL_PLANE}`

let management: ManagementCluster
beforeAll(async () => {
  management = await startManagement()
  const { prepare, apply, wait } = management
  await prepare()
  await apply(hostedCluster('demo'), nodePool('workers', 'demo'))
  await wait('hc/demo', 'condition=Available')
  await wait('hc/demo', `jsonpath='{.status.version.history[0].state}'=Completed`)
  await wait('np/workers', 'condition=UpdatingVersion=False')
}, PATIENCE_MS)
afterAll(() => management?.close())

const upgrade = (version: string) =>
  management.sh(
    `kubectl patch hc demo -n ${NAMESPACE} --type merge -p '${JSON.stringify({ spec: { release: release(version) } })}'`,
  )

describe('a hosted cluster', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('is upgraded when its release changes, and its pools are not', async () => {
    const { sh, wait, watch, condition, kubeconfigOf } = management
    const seen = await watch(`${HYPERSHIFT}/${NAMESPACE}/hostedclusters`)
    await upgrade('4.19.4')
    await seen.until(({ object }) => conditionsOf(object)['Progressing'] === 'True/Progressing')
    const started = await seen.until(({ object }) => object['status'].version.history[0].version === '4.19.4')
    // Upgrades take no time here: on a busy machine this one is complete before it was seen to begin.
    expect(started.object['status'].version.history).toMatchObject([
      { state: expect.stringMatching(/^(Partial|Completed)$/), version: '4.19.4' },
      { state: 'Completed', version: '4.19.3' },
    ])
    await wait('hc/demo', `jsonpath='{.status.version.history[0].state}'=Completed`)
    await wait('hc/demo', 'condition=Progressing=False')

    const versions = (field: string) =>
      sh(
        `kubectl get hc demo -n ${NAMESPACE} -o json | jq -r '.status.${field}.history | map(.version + " " + .state) | join(", ")'`,
      )
    expect(await versions('version')).toBe('4.19.4 Completed, 4.19.3 Completed')
    await wait('hc/demo', `jsonpath='{.status.controlPlaneVersion.history[0].state}'=Completed`)
    expect(await versions('controlPlaneVersion')).toBe('4.19.4 Completed, 4.19.3 Completed')
    expect(await sh(`kubectl get np workers -n ${NAMESPACE} -o jsonpath={.status.version}`)).toBe('4.19.3')
    expect(await condition('np/workers', 'SupportedVersionSkew')).toBe('True/AsExpected')
    const kubectl = `kubectl --kubeconfig ${await kubeconfigOf('demo')}`
    expect(await sh(`${kubectl} get clusterversion version -o jsonpath='{.status.desired.version}'`)).toBe('4.19.4')
  })

  it('is not downgraded, and goes on as it was', async () => {
    const { wait, condition } = management
    await upgrade('4.18.0')
    await wait('hc/demo', 'condition=ValidReleaseImage=False')

    expect(await condition('hc/demo', 'ValidReleaseImage')).toBe('False/InvalidImage')
    expect(await condition('hc/demo', 'Progressing')).toBe('False/Blocked')
    expect(await condition('hc/demo', 'Available')).toBe('True/AsExpected')

    await upgrade('4.19.4')
    await wait('hc/demo', 'condition=ValidReleaseImage')
    await wait('hc/demo', 'condition=Progressing=False')
  })

  it('goes in order: machines, control plane, namespace', async () => {
    const { sh, watch } = management
    const reference = 'referenced-resource.hypershift.openshift.io/demo'
    expect(await sh(`kubectl get secret pull -n ${NAMESPACE} -o yaml`)).toContain(`${reference}: "true"`)
    const machines = await watch(`${CLUSTER_API}/machines`)
    const clusters = await watch(`${CLUSTER_API}/clusters`)
    const controlPlanes = await watch(`${HYPERSHIFT}/${CONTROL_PLANE}/hostedcontrolplanes`)
    const namespaces = await watch('/api/v1/namespaces')
    const pools = await watch(`${HYPERSHIFT}/${NAMESPACE}/nodepools`)
    const hosted = await watch(`${HYPERSHIFT}/${NAMESPACE}/hostedclusters`)

    await sh(`kubectl delete hc demo -n ${NAMESPACE} --wait`)

    expect(await sh(`kubectl get ns ${CONTROL_PLANE} --ignore-not-found`)).toBe('')
    expect(await sh(`kubectl get np,hc -n ${NAMESPACE} -o name`)).toBe('')
    expect(await sh('kubectl get managedclusters,clusters.cluster.x-k8s.io,machines -A -o name')).not.toContain('demo')
    await hosted.until(({ type }) => type === 'DELETED')
    const at = {
      machines: deletions(machines),
      cluster: deletions(clusters),
      controlPlane: deletions(controlPlanes),
      namespace: deletions(namespaces, CONTROL_PLANE),
      pools: deletions(pools),
      hosted: deletions(hosted),
    }
    expect(at).toMatchObject({ machines: { length: 2 }, cluster: { length: 1 }, controlPlane: { length: 1 } })
    expect(at).toMatchObject({ namespace: { length: 1 }, pools: { length: 1 }, hosted: { length: 1 } })
    const [controlPlane = 0, cluster = 0, namespace = 0, gone = 0] = [
      at.controlPlane,
      at.cluster,
      at.namespace,
      at.hosted,
    ].flat()
    // Cluster API removes machines, then the control plane, and is done then.
    const order = [Math.max(...at.machines), controlPlane, cluster, namespace, gone]
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(Math.max(...at.pools)).toBeLessThan(gone)
    expect(await sh(`kubectl get secret pull -n ${NAMESPACE} -o yaml`)).not.toContain('referenced-resource')
    expect(await sh(`kubectl get secrets -n ${NAMESPACE} -o name`)).toBe('secret/pull')
  })

  it('can be made again at once', async () => {
    const { apply, wait } = management
    await apply(hostedCluster('demo'))
    await wait('hc/demo', 'condition=Available')
  })
})

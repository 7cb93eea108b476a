import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type ManagementCluster, PATIENCE_MS, startManagement } from './support/hosted/management.ts'
import { hostedCluster, type SampleObject } from './support/hosted/samples.ts'
import { type Feedback, LOCAL_CLUSTER, manifestWork, reporting, surroundings } from './support/hosted/works.ts'
import { itWith } from './support/programs.ts'

let management: ManagementCluster
beforeAll(async () => {
  management = await startManagement({ nodes: 3, rawFeedback: true })
}, PATIENCE_MS)
afterAll(() => management?.close())

const AVAILABLE = { name: 'available', path: '.status.conditions[?(@.type=="Available")].status' }
const API_HOST = { name: 'apiHost', path: '.status.controlPlaneEndpoint.host' }
const ENDPOINT = { name: 'endpoint', path: '.status.controlPlaneEndpoint' }

/** A work that brings a hosted cluster with all it needs, in an order in which it could not be made. */
function hostedWork(id: string, values: readonly Feedback[], spec: object = {}): SampleObject {
  const namespace = `ocm-local-${id}`
  const cluster = hostedCluster('demo', { namespace, spec })
  const manifestConfigs = [reporting(cluster, 'hostedclusters', values)]
  return manifestWork(id, [cluster, ...surroundings(namespace).reverse()], { manifestConfigs })
}

/** What a work reports of its first manifest, by name. */
const feedback = (id: string, { sh }: ManagementCluster = management): Promise<string> =>
  sh(`kubectl get manifestwork ${id} -n ${LOCAL_CLUSTER} -o json | \
    jq -c '[.status.resourceStatus.manifests[0].statusFeedback.values[]? | {(.name): .fieldValue}] | add'`)

/** Waits until a work reports something of its first manifest. */
const reports = (id: string, index: number, value: string, { wait }: ManagementCluster = management) =>
  wait(
    `manifestwork/${id}`,
    `jsonpath='{.status.resourceStatus.manifests[0].statusFeedback.values[${index}].fieldValue.string}'=${value}`,
    LOCAL_CLUSTER,
  )

const syncedOf = (id: string, field: string, { sh }: ManagementCluster = management): Promise<string> =>
  sh(`kubectl get manifestwork ${id} -n ${LOCAL_CLUSTER} -o json | jq -r '.status.resourceStatus.manifests[0].conditions[] |
    select(.type == "StatusFeedbackSynced") | .${field}'`)

describe('a work with a hosted cluster', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('brings what it holds in an order that works', async () => {
    const { sh, apply, wait } = management
    await apply(hostedWork('2abc', [AVAILABLE, API_HOST, ENDPOINT]))
    await wait('manifestwork/2abc', 'condition=Applied', LOCAL_CLUSTER)

    const metas = `jq -r '.status.resourceStatus.manifests[].resourceMeta | "\\(.ordinal) \\(.kind)"'`
    expect(await sh(`kubectl get manifestwork 2abc -n ${LOCAL_CLUSTER} -o json | ${metas}`)).toBe(
      '0 HostedCluster\n1 Secret\n2 Namespace',
    )
    const [applied] = (await sh('kubectl get appliedmanifestworks -o name | grep -- -2abc$')).split('\n')
    expect(applied).toMatch(/^appliedmanifestwork\S+\/[0-9a-f]{64}-2abc$/)
    const owner = `-o jsonpath='{.metadata.ownerReferences[*].kind}'`
    expect(await sh(`kubectl get hc demo -n ocm-local-2abc ${owner}`)).toBe('AppliedManifestWork')
    expect(await sh(`kubectl get manifestworks -n ${LOCAL_CLUSTER}`)).toMatch(/^NAME +AGE\n/)
  })

  it('reports values of it, single ones and whole objects', async () => {
    await reports('2abc', 0, 'True')

    expect(JSON.parse(await feedback('2abc'))).toEqual({
      available: { type: 'String', string: 'True' },
      apiHost: { type: 'String', string: 'api.demo.hcp.example.net' },
      endpoint: { type: 'JsonRaw', jsonRaw: '{"host":"api.demo.hcp.example.net","port":443}' },
    })
    expect(await syncedOf('2abc', 'reason')).toBe('StatusFeedbackSynced')
  })

  it('reports what it can where something is too long to be reported', async () => {
    const { apply, wait } = management
    await apply(
      hostedWork('long', [AVAILABLE, { name: 'conditions', path: '.status.conditions' }], { pausedUntil: 'true' }),
    )
    await wait('manifestwork/long', 'condition=Applied', LOCAL_CLUSTER)
    await reports('long', 0, 'False')

    expect(JSON.parse(await feedback('long'))).toEqual({ available: { type: 'String', string: 'False' } })
    expect(await syncedOf('long', 'message')).toMatch(
      /conditions \(\.status\.conditions\) has \d+ bytes, more than the 1024/,
    )
  })

  it('carries out what a work inside of it reports', async () => {
    const { sh, apply, wait } = management
    const cluster = hostedCluster('demo', { namespace: 'ocm-local-nested', spec: { pausedUntil: 'true' } })
    const innerConfigs = [reporting(cluster, 'hostedclusters', [AVAILABLE])]
    const inner = manifestWork('nested', [cluster, ...surroundings('ocm-local-nested')], {
      manifestConfigs: innerConfigs,
    })
    const path = '.status.resourceStatus.manifests[0]'
    const manifestConfigs = [reporting(inner, 'manifestworks', [{ name: 'status', path }])]
    await apply(manifestWork('outer', [inner], { manifestConfigs }))
    await reports('nested', 0, 'False')
    await wait(
      'manifestwork/outer',
      `jsonpath='{.status.resourceStatus.manifests[0].statusFeedback.values[0].fieldValue.type}'=JsonRaw`,
      LOCAL_CLUSTER,
    )

    const inside = `.status.resourceStatus.manifests[].statusFeedback.values[].fieldValue.jsonRaw | fromjson | .statusFeedback`
    const read = `kubectl get manifestwork outer -n ${LOCAL_CLUSTER} -o json | jq -cS '${inside}'`
    await expect
      .poll(() => sh(read), { timeout: 60_000 })
      .toBe('{"values":[{"fieldValue":{"string":"False","type":"String"},"name":"available"}]}')
  })

  it('is gone only after the cluster, when it is deleted', async () => {
    const { sh, watch } = management
    const works = await watch(`/apis/work.open-cluster-management.io/v1/namespaces/${LOCAL_CLUSTER}/manifestworks`)
    const hosted = await watch('/apis/hypershift.openshift.io/v1beta1/namespaces/ocm-local-2abc/hostedclusters')
    await sh(`kubectl delete manifestwork 2abc -n ${LOCAL_CLUSTER} --wait`)

    const deleted = await hosted.until(({ type }) => type === 'DELETED')
    const workDeleted = await works.until(({ type, object }) => type === 'DELETED' && object.metadata.name === '2abc')
    expect(Number(deleted.object.metadata['resourceVersion'])).toBeLessThan(
      Number(workDeleted.object.metadata['resourceVersion']),
    )
    const deleting = works.events.flatMap(({ object }) => object['status']?.conditions ?? [])
    expect(deleting).toContainEqual(
      expect.objectContaining({ type: 'Deleting', status: 'True', reason: 'WorkDeleting' }),
    )
    expect(await sh('kubectl get ns ocm-local-2abc ocm-local-2abc-demo --ignore-not-found')).toBe('')
  })

  it('leaves the cluster when it orphans it', async () => {
    const { sh } = management
    const orphan = JSON.stringify({ spec: { deleteOption: { propagationPolicy: 'Orphan' } } })
    await sh(`kubectl patch manifestwork long -n ${LOCAL_CLUSTER} --type merge -p '${orphan}'`)
    await sh(`kubectl delete manifestwork long -n ${LOCAL_CLUSTER} --wait`)

    expect(
      await sh(`kubectl get hc demo -n ocm-local-long -o jsonpath='{.metadata.name} {.metadata.ownerReferences}'`),
    ).toBe('demo ')
  })

  it('is refused when nothing could come of it', async () => {
    const { sh } = management
    const refused = async (manifests: SampleObject[]) => {
      sh.file('bad.json', manifestWork('bad', manifests))
      return sh.failing('kubectl create -f bad.json')
    }
    const config: SampleObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } }

    expect(await refused([])).toMatch(/denied the request|is invalid/)
    expect(await refused([config, config])).toContain('denied the request')
    expect(await refused([{ ...config, data: { big: 'x'.repeat(600_000) } }])).toContain('512000')
  })
})

describe('a work whose agent reports single values only', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('says so, and reports those', async () => {
    const without = await startManagement({ nodes: 0 })
    try {
      await without.apply(
        hostedWork('2abc', [AVAILABLE, { name: 'conditions', path: '.status.conditions' }], { pausedUntil: 'true' }),
      )
      await reports('2abc', 0, 'False', without)

      expect(JSON.parse(await feedback('2abc', without))).toEqual({ available: { type: 'String', string: 'False' } })
      expect(await syncedOf('2abc', 'status', without)).toBe('False')
    } finally {
      await without.close()
    }
  })
})

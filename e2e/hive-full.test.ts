import { afterAll, beforeAll, describe, expect } from 'vitest'
import { buildSkep } from '../cli/src/test/skep.ts'
import { type Flow, startFlow } from './support/flow.ts'
import { itWith } from './support/programs.ts'

const CONFIG = new URL('../config/hive-simulator.yaml', import.meta.url).pathname

let flow: Flow
beforeAll(async () => {
  buildSkep()
  flow = await startFlow('--config', CONFIG, '--engine', 'full', '--speed', '20x')
}, 180_000)
afterAll(() => flow?.close())

const wait = (state: string, id: string) =>
  flow.sh(`skep wait --for=${state} cluster/${id} --url "\${CS%/api*}" --timeout 15s`)

const namespaceOf = (id: string) => `uhc-development-${id}`

/** Orders a cluster and waits for it. */
async function ready(name: string, more: object = {}): Promise<{ id: string; ns: string }> {
  const id = await flow.order({ name, ...more })
  await wait('ready', id)
  return { id, ns: namespaceOf(id) }
}

describe('Hive in full, behind the clusters service', { timeout: 90_000 }, () => {
  const it = itWith('kubectl, curl and jq')

  it('deprovisions a cluster that is deleted', async () => {
    const { sh } = flow
    const { id, ns } = await ready('leaving')
    await sh(`skep sim fail clusterdeployment ${ns}/leaving --state Deprovisioning`)
    await sh(`curl -sS -XDELETE $CS/clusters/${id}`)
    await expect
      .poll(() => sh(`kubectl get clusterdeprovision -n ${ns} -o name`), { timeout: 10_000 })
      .toBe('clusterdeprovision.hive.openshift.io/leaving')
    expect(await flow.get(`/clusters/${id}/status`, '.state')).toBe('uninstalling')

    await sh(`skep sim clear clusterdeployment ${ns}/leaving`)
    await wait('deleted', id)
    await expect.poll(() => sh(`kubectl get ns ${ns} --ignore-not-found`)).toBe('')
  })

  it('leaves the cloud alone where a cluster is to be preserved', async () => {
    const { sh } = flow
    const { ns } = await ready('kept')
    await sh(`kubectl patch cd kept -n ${ns} --type merge -p '{"spec":{"preserveOnDelete":true}}'`)
    const seen = sh.start(`kubectl get clusterdeprovision -n ${ns} --watch -o name`)
    await sh(`kubectl delete cd kept -n ${ns} --timeout=15s`)
    await seen.stop()
    await expect(seen.line(/./)).rejects.toThrow('ended without a line')
  })

  it('refuses changes to what was installed, but lets it sleep', async () => {
    const { sh } = flow
    const { ns } = await ready('fixed')
    expect(
      await sh.failing(`kubectl patch cd fixed -n ${ns} --type merge -p '{"spec":{"baseDomain":"new.example.com"}}'`),
    ).toMatch(/immutable/)
    await sh(`kubectl patch cd fixed -n ${ns} --type merge -p '{"spec":{"powerState":"Hibernating"}}'`)
  })

  it('hibernates and resumes', async () => {
    const { sh } = flow
    const { id, ns } = await ready('sleeper')
    expect(
      await sh(`curl -sS -XPOST -o /dev/null -w '%{http_code} %{content_type}' $CS/clusters/${id}/hibernate`),
    ).toBe('200 application/json')
    await wait('hibernating', id)
    await sh(`kubectl wait cd sleeper -n ${ns} --for=condition=Hibernating --timeout=10s`)
    await sh(`curl -sS -XPOST $CS/clusters/${id}/resume`)
    await wait('ready', id)
  })

  it('gives a cluster up after the last attempt', async () => {
    const { sh, get } = flow
    sh.file('fail.json', {
      failureScenarios: [
        {
          labels: { 'api.openshift.com/name': 'doomed' },
          condition: 'ProvisionFailed',
          reason: 'X',
          message: 'no luck',
        },
      ],
    })
    await sh('curl -sS -XPOST $SIM/api/v1/config/clusterdeployment -d @fail.json')
    const id = await flow.order({ name: 'doomed' })
    await expect.poll(() => sh(`kubectl get cd doomed -n ${namespaceOf(id)} -o name --ignore-not-found`)).not.toBe('')
    await sh(`kubectl patch cd doomed -n ${namespaceOf(id)} --type merge -p '{"spec":{"installAttemptsLimit":1}}'`)
    await wait('error', id)

    expect(await get(`/clusters/${id}/status`, '.provision_error_code')).toMatch(/^OCM\d{4}$/)
    expect(await sh(`kubectl get cd doomed -n ${namespaceOf(id)} -o jsonpath='{.status.installRestarts}'`)).toBe('1')
    expect(await sh(`kubectl get cd doomed -n ${namespaceOf(id)} --no-headers`)).toContain('ProvisionStopped')
  })

  it('applies SyncSets to the cluster, and removes what they no longer have', async () => {
    const { sh } = flow
    const { id, ns } = await ready('synced')
    await sh(`curl -sS $CS/clusters/${id}/credentials | jq -r .kubeconfig > synced.kubeconfig`)
    const syncSet = (resources: object[]) => ({
      apiVersion: 'hive.openshift.io/v1',
      kind: 'SyncSet',
      metadata: { name: 'settings', namespace: ns },
      spec: { clusterDeploymentRefs: [{ name: 'synced' }], resourceApplyMode: 'Sync', resources },
    })
    const settings = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: 'default' },
      data: { a: 'b' },
    }
    const there = () => sh('kubectl --kubeconfig synced.kubeconfig get configmap settings --ignore-not-found -o name')
    sh.file('set.json', syncSet([settings]))
    await sh('kubectl apply -f set.json')
    await expect.poll(there, { timeout: 15_000 }).toBe('configmap/settings')

    sh.file('set.json', syncSet([]))
    await sh('kubectl apply -f set.json')
    await expect.poll(there, { timeout: 15_000 }).toBe('')
    await expect
      .poll(() =>
        sh(`kubectl get clustersync synced -n ${ns} -o jsonpath='{.status.conditions[?(@.type=="Failed")].status}'`),
      )
      .toBe('False')
  })

  it('makes machine sets of a machine pool', async () => {
    const { sh } = flow
    const { id, ns } = await ready('pooled', { multi_az: true })
    const post = (pool: object) =>
      sh(
        `curl -sS -o /dev/null -w '%{http_code}' $CS/clusters/${id}/machine_pools -H 'Content-Type: application/json' -d '${JSON.stringify(pool)}'`,
      )
    expect(await post({ id: 'extra', instance_type: 'm5.xlarge', replicas: 3 })).toBe('201')
    expect(
      await post({
        id: 'both',
        instance_type: 'm5.xlarge',
        replicas: 3,
        autoscaling: { min_replicas: 3, max_replicas: 6 },
      }),
    ).toBe('400')
    await expect
      .poll(
        () =>
          sh(
            `kubectl get machinepool pooled-extra -n ${ns} -o jsonpath='{.spec.replicas} {.status.machineSets[*].replicas}' --ignore-not-found`,
          ),
        {
          timeout: 15_000,
        },
      )
      .toBe('3 1 1 1')
  })

  it('keeps a pool of clusters, and gives them to claims', async () => {
    const { sh } = flow
    const pool = {
      apiVersion: 'hive.openshift.io/v1',
      kind: 'ClusterPool',
      metadata: { name: 'pool', namespace: 'pools' },
      spec: {
        baseDomain: 'simulator.example.com',
        imageSetRef: { name: 'openshift-v4.17.0' },
        pullSecretRef: { name: 'pull' },
        platform: { aws: { region: 'us-east-1', credentialsSecretRef: { name: 'aws' } } },
        size: 2,
        runningCount: 1,
      },
    }
    const claim = {
      apiVersion: 'hive.openshift.io/v1',
      kind: 'ClusterClaim',
      metadata: { name: 'mine', namespace: 'pools' },
      spec: { clusterPoolName: 'pool' },
    }
    sh.file('pool.json', pool)
    sh.file('claim.json', claim)
    await sh('kubectl create namespace pools')
    await sh(
      'kubectl create secret generic aws -n pools --from-literal=aws_access_key_id=id --from-literal=aws_secret_access_key=key',
    )
    await sh(`kubectl create secret generic pull -n pools --from-literal=.dockerconfigjson='{"auths":{}}'`)
    await sh('kubectl apply -f pool.json')
    const status = () => sh(`kubectl get clusterpool pool -n pools -o jsonpath='{.status.ready} {.status.standby}'`)
    await expect.poll(status, { timeout: 30_000 }).toBe('1 1')

    await sh('kubectl apply -f claim.json')
    await sh(
      `kubectl wait clusterclaim mine -n pools --for=jsonpath='{.status.conditions[?(@.type=="Pending")].reason}'=ClusterClaimed --timeout=15s`,
    )
    const namespace = await sh(`kubectl get clusterclaim mine -n pools -o jsonpath='{.spec.namespace}'`)
    await expect.poll(status, { timeout: 30_000 }).toBe('1 1')

    await sh('kubectl delete clusterclaim mine -n pools --timeout=15s')
    await expect.poll(() => sh(`kubectl get cd -n ${namespace} -o name`), { timeout: 15_000 }).toBe('')
    await sh('kubectl scale clusterpool pool -n pools --replicas=3')
    expect(await sh(`kubectl get clusterpool pool -n pools -o jsonpath='{.spec.size}'`)).toBe('3')
  })
})

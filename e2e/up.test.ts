import { beforeAll, describe, expect } from 'vitest'
import { buildSkep, type RunningSkep, skep, startSkep, temporaryFolder } from '../cli/src/test/skep.ts'
import { itWith } from './support/programs.ts'
import { parseMetrics, valueOfMetric } from './support/prometheus.ts'
import { openShell, type Shell } from './support/shell.ts'

beforeAll(buildSkep, 120_000)

interface Up {
  readonly up: RunningSkep
  readonly sh: Shell
}

/** Starts `skep up` in a folder, and opens a shell with the kubeconfig that it names. */
async function skepUp(folder: string, ...options: string[]): Promise<Up> {
  const up = startSkep(folder, 'up', '--ports-from', '0', ...options)
  const [, kubeconfig = ''] = await up.line(/^ {2}export KUBECONFIG=(.*)$/)
  return { up, sh: openShell(folder, { HOME: folder, KUBECONFIG: kubeconfig }) }
}

const RUN_WEB = 'kubectl create deployment web --image=nginx --replicas=3 && kubectl rollout status deployment/web'

/** Names of the nodes that run pods of the deployment. */
const nodesOfWeb = async (sh: Shell): Promise<string[]> => {
  const names = await sh(`kubectl get pods -l app=web -o jsonpath='{.items[*].spec.nodeName}'`)
  return names.split(' ').sort()
}

describe('skep up', { timeout: 60_000 }, () => {
  const it = itWith('kubectl')

  it('has three ready nodes that run what is deployed', async () => {
    const { sh } = await skepUp(temporaryFolder(), '--ephemeral')

    expect(await sh('kubectl get nodes --no-headers')).toMatch(
      /^node-1 +Ready +<none> +\d+s +v1\.37\.0\nnode-2 +Ready .*\nnode-3 +Ready .*$/,
    )
    expect(await sh(RUN_WEB)).toMatch(/deployment "web" successfully rolled out$/)
    expect(await nodesOfWeb(sh)).toEqual(['node-1', 'node-2', 'node-3'])
    expect(await sh('kubectl get pods --no-headers')).toMatch(/^(web-\S+ +1\/1 +Running +0 +\d+s\n?){3}$/)
    expect(await sh('kubectl describe pods')).toMatch(/Normal +Started +\S+ +kubelet +Container started/)
  })

  it('runs jobs to completion, and tells of those that fail', async () => {
    const { sh } = await skepUp(temporaryFolder(), '--ephemeral', '--nodes', '1')
    const template = {
      metadata: { annotations: { 'sim.skep.dev/exit-code': '3', 'sim.skep.dev/run-seconds': '0' } },
      spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] },
    }
    const kind = { apiVersion: 'batch/v1', kind: 'Job' }
    sh.file('bad.json', { ...kind, metadata: { name: 'bad' }, spec: { backoffLimit: 0, template } })

    await sh('kubectl create job good --image=busybox && kubectl wait --for=condition=complete job/good')
    await sh('kubectl apply -f bad.json && kubectl wait --for=condition=failed job/bad')
    expect(await sh('kubectl get pods -l job-name=bad --no-headers')).toMatch(/^bad-\S+ +0\/1 +Error +0/)
  })

  it('moves pods away from a node that is drained', async () => {
    const { sh } = await skepUp(temporaryFolder(), '--ephemeral')
    await sh(RUN_WEB)

    await sh('kubectl drain node-2')
    await sh('kubectl rollout status deployment/web')

    expect(await nodesOfWeb(sh)).not.toContain('node-2')
    expect(await sh('kubectl get node node-2 --no-headers')).toMatch(/^node-2 +Ready,SchedulingDisabled /)
  })

  it('shows Prometheus what all of its parts do', async () => {
    const folder = temporaryFolder()
    const up = startSkep(folder, 'up', '--ports-from', '0', '--ephemeral', '--nodes', '0', '--speed', 'instant')
    const [, control] = await up.line(/control API at (\S+)$/)
    const [, service = ''] = await up.line(/clusters service is ready at (\S+)$/)
    const body = '{"name":"blue","cloud_provider":{"id":"aws"},"region":{"id":"us-east-1"}}'
    const headers = { 'content-type': 'application/json' }
    await fetch(`${service}/api/clusters_mgmt/v1/clusters`, { method: 'POST', headers, body })
    expect(await skep(folder, 'wait', '--for=ready', 'cluster/blue', '--url', service)).toMatchObject({ code: 0 })

    const figures = parseMetrics(await (await fetch(`${control}/metrics`)).text())

    const kind = 'ClusterDeployment'
    expect(valueOfMetric(figures, 'skep_simulation_objects', { kind, state: 'Running' })).toBe(1)
    expect(valueOfMetric(figures, 'skep_simulation_objects', { kind: 'AccountClaim', state: 'Ready' })).toBe(1)
    expect(valueOfMetric(figures, 'skep_simulation_ready_seconds_count', { kind })).toBe(1)
    expect(valueOfMetric(figures, 'skep_simulation_clock_speed')).toBe(Number.POSITIVE_INFINITY)
    for (const controller of ['clusterdeployment', 'account-claim', 'managedcluster', 'hostedcluster', 'machine']) {
      const name = 'controller_runtime_max_concurrent_reconciles'
      expect(valueOfMetric(figures, name, { controller }), controller).toBeGreaterThan(0)
    }
    const done = { controller: 'clusterdeployment', result: 'success' }
    expect(valueOfMetric(figures, 'controller_runtime_reconcile_total', done)).toBeGreaterThan(0)
  })

  it('starts again after it was killed, whatever it had promised to answer', async () => {
    const folder = temporaryFolder()
    const first = await skepUp(folder)
    await first.sh('kubectl create namespace kept')
    await first.up.stop('SIGKILL')

    const { sh } = await skepUp(folder)
    await sh('kubectl wait --for=condition=Ready nodes --all')

    expect(await sh('kubectl get namespace kept -o name')).toBe('namespace/kept')
    expect(await sh('kubectl label managedcluster local-cluster seen=again')).toBe(
      'managedcluster.cluster.open-cluster-management.io/local-cluster labeled',
    )
  })

  it('goes on where it was after a restart', async () => {
    const folder = temporaryFolder()
    const first = await skepUp(folder)
    await first.sh(RUN_WEB)
    const pods = await first.sh('kubectl get pods -o name')
    expect(await first.up.stop()).toBe(0)

    const { sh } = await skepUp(folder)
    await sh('kubectl wait --for=condition=Ready nodes,pods --all')

    expect(await sh('kubectl get pods -o name')).toBe(pods)
    expect(await sh('kubectl get pods --no-headers')).toMatch(/^(web-\S+ +1\/1 +Running +0 .*\n?){3}$/)
  })
})

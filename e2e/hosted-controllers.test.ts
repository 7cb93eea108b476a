import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect } from 'vitest'
import { buildSkep, startSkep, temporaryFolder } from '../cli/src/test/skep.ts'
import { freePorts } from './support/free-ports.ts'
import { BEHAVIOUR, PATIENCE_MS, shellIn } from './support/hosted/management.ts'
import { hostedCluster, NAMESPACE, nodePool } from './support/hosted/samples.ts'
import { hostedUser } from './support/hosted/user.ts'
import { manifestWork } from './support/hosted/works.ts'
import { itWith } from './support/programs.ts'

beforeAll(buildSkep, PATIENCE_MS)

/** A Kubernetes API that knows nothing of hosted clusters, in a process of its own. */
async function startKubernetes(folder: string): Promise<string> {
  const kubeconfig = join(folder, 'management.kubeconfig')
  const server = startSkep(folder, 'apiserver', '--ephemeral', '--port', '0', '--kubeconfig', kubeconfig)
  await server.line(/ready/i)
  return kubeconfig
}

const SERVICES = ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'].map((service) => ({
  service,
  servicePublishingStrategy: { type: 'NodePort', nodePort: { address: '192.0.2.10' } },
}))

describe('skep controllers', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('host clusters on another Kubernetes, and go on after a restart', async () => {
    const folder = temporaryFolder()
    const kubeconfig = await startKubernetes(folder)
    const [port = 0] = await freePorts(1)
    const start = async () => {
      const running = startSkep(
        folder,
        ...['controllers', '--kubeconfig', kubeconfig, '--enable', 'hypershift,work,mce', '--data-dir', 'hosted'],
        ...['--port', String(port), '--api-port', '0', '--ignition-port', '0', '--config', BEHAVIOUR, '--speed', '20x'],
        ...['--log-level', 'error'],
      )
      await running.line(/^Controllers ready: hypershift, work, mce on https:/)
      return running
    }
    const first = await start()
    mkdirSync(join(folder, 'user'))
    const user = hostedUser(shellIn(join(folder, 'user'), kubeconfig), join(folder, 'user'))
    const { sh, wait } = user
    await user.prepare()
    await user.apply(
      hostedCluster('demo', { platform: 'KubeVirt', spec: { services: SERVICES } }),
      nodePool('workers', 'demo', { platform: 'KubeVirt' }),
      manifestWork('colours', [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'colours', namespace: 'default' },
          data: { sky: 'blue' },
        },
      ]),
    )
    await wait('hc/demo', 'condition=Available')
    await wait('np/workers', `jsonpath='{.status.replicas}'=2`)
    const kubectl = `kubectl --kubeconfig ${await user.kubeconfigOf('demo')}`
    expect(await sh(`${kubectl} config view -o jsonpath='{.clusters[0].cluster.server}'`)).toContain(`:${port}/`)
    expect(await sh(`${kubectl} get nodes --no-headers`)).toMatch(/^(workers-\S+ +Ready +worker .*\n?){2}$/)
    expect(await sh('kubectl get configmap colours -n default -o jsonpath={.data.sky}')).toBe('blue')
    await sh('kubectl wait managedcluster/demo --for=create --timeout=120s')
    await sh('kubectl wait managedcluster/demo --for=condition=ManagedClusterConditionAvailable --timeout=120s')

    expect(await first.stop()).toBe(0)
    expect(await sh.failing(`${kubectl} get nodes`)).toMatch(/refused/)
    await start()
    await sh(`${kubectl} create deployment web --image=example/web:1 && ${kubectl} rollout status deployment/web`)
    await sh(`kubectl scale np/workers -n ${NAMESPACE} --replicas=3`)
    await wait('np/workers', `jsonpath='{.status.replicas}'=3`)

    await sh(`kubectl delete hc demo -n ${NAMESPACE} --wait`)
    expect(await sh(`kubectl get ns ${NAMESPACE}-demo --ignore-not-found`)).toBe('')
    expect(await sh(`kubectl get np -n ${NAMESPACE} -o name`)).toBe('')
    expect(await sh.failing(`${kubectl} get nodes`)).not.toBe('')
  })
})

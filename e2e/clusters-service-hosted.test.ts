import { beforeAll, describe, expect } from 'vitest'
import { buildSkep, startSkep, temporaryFolder } from '../cli/src/test/skep.ts'
import { itWith } from './support/programs.ts'
import { openShell } from './support/shell.ts'

beforeAll(buildSkep, 120_000)

const BIN = new URL('../bin', import.meta.url).pathname

/** Starts `skep up`, with a shell that knows its clusters service as `$CS`. */
async function startUp() {
  const folder = temporaryFolder()
  const up = startSkep(folder, 'up', '--ephemeral', '--ports-from', '0', '--speed', '60x')
  const [, url = ''] = await up.line(/the clusters service is ready at (\S+)/)
  const [, kubeconfig = ''] = await up.line(/^ {2}export KUBECONFIG=(.*)$/)
  const env = { HOME: folder, KUBECONFIG: kubeconfig, URL: url, CS: `${url}/api/clusters_mgmt/v1` }
  return openShell(folder, { ...env, PATH: `${BIN}:${process.env['PATH']}` }, { timeLimitMs: 30_000 })
}

type Shell = Awaited<ReturnType<typeof startUp>>

const post = (path: string, body: object) =>
  `curl -sS --fail-with-body -XPOST $CS${path} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`

const until = (sh: Shell, path: string, filter: string, wanted: string): Promise<string> =>
  sh(`until [ "$(curl -sS $CS${path} | jq -r '${filter}')" = "${wanted}" ]; do sleep 0.2; done; echo ${wanted}`)

describe('the clusters service of skep up', { timeout: 120_000 }, () => {
  const it = itWith('kubectl, curl and jq')

  it('hosts a control plane, upgrades it and its nodes, lets people in for emergencies, and removes it', async () => {
    const sh = await startUp()
    const order = {
      name: 'hosted',
      region: { id: 'us-east-1' },
      hypershift: { enabled: true },
      nodes: { compute: 2 },
      version: { id: 'openshift-v4.17.0' },
      external_auth_config: { enabled: true },
    }
    const id = await sh(`set -o pipefail; ${post('/clusters', order)} | jq -r .id`)
    await until(sh, `/clusters/${id}`, '.state', 'ready')
    await until(sh, `/clusters/${id}/node_pools/workers/status`, '.state.value', 'ready')
    await sh(`curl -sS $CS/clusters/${id}/credentials | jq -r .kubeconfig > admin`)
    expect(await sh('kubectl --kubeconfig admin get nodes --no-headers | grep -c " Ready "')).toBe('2')

    await sh(post(`/clusters/${id}/control_plane/upgrade_policies`, { version: '4.17.5' }))
    await until(sh, `/clusters/${id}/control_plane/upgrade_policies`, '.items[0].state.value', 'completed')
    expect(await sh(`curl -sS $CS/clusters/${id} | jq -r .version.id`)).toBe('openshift-v4.17.5')
    await sh(post(`/clusters/${id}/node_pools/workers/upgrade_policies`, { version: '4.17.5' }))
    await until(sh, `/clusters/${id}/node_pools/workers/upgrade_policies`, '.items[0].state.value', 'completed')

    const glass = `/clusters/${id}/break_glass_credentials`
    const credential = await sh(`${post(glass, { username: 'me' })} | jq -r .id`)
    await until(sh, `${glass}/${credential}`, '.status', 'issued')
    await sh(`curl -sS $CS${glass}/${credential} | jq -r .kubeconfig > emergency`)
    expect(await sh('kubectl --kubeconfig emergency auth whoami -o jsonpath={.status.userInfo.username}')).toBe(
      'system:customer-break-glass:me',
    )
    expect(await sh('kubectl --kubeconfig emergency get nodes --no-headers | wc -l')).toBe('2')
    await sh(`curl -sS -XDELETE $CS${glass}`)
    await until(sh, `${glass}/${credential}`, '.status', 'revoked')
    expect(await sh.failing('kubectl --kubeconfig emergency get nodes')).toContain('Forbidden')

    await sh(`curl -sS -XDELETE $CS/clusters/${id}`)
    await until(sh, `/clusters/${id}`, '.id', '404')
    expect(await sh('kubectl get hostedclusters,nodepools -A --no-headers')).toBe('')
    expect(await sh('kubectl get namespaces -o name | grep -c uhc- || true')).toBe('0')
  })

  it('upgrades a cluster of Hive by a policy', async () => {
    const sh = await startUp()
    const order = { name: 'classic', region: { id: 'us-east-1' }, version: { id: 'openshift-v4.17.0' } }
    const id = await sh(`set -o pipefail; ${post('/clusters', order)} | jq -r .id`)
    await until(sh, `/clusters/${id}`, '.state', 'ready')
    await sh(post(`/clusters/${id}/upgrade_policies`, { version: '4.17.5' }))
    await until(sh, `/clusters/${id}/upgrade_policies`, '.items[0].state.value', 'completed')

    await sh(`curl -sS $CS/clusters/${id}/credentials | jq -r .kubeconfig > admin`)
    expect(
      await sh('kubectl --kubeconfig admin get clusterversion version -o jsonpath={.status.desired.version}'),
    ).toBe('4.17.5')
    expect(await sh("kubectl get cd -A -o jsonpath='{.items[*].metadata.labels.hive\\.openshift\\.io/version}'")).toBe(
      '4.17.5',
    )
    expect(await sh('kubectl get syncsets -A --no-headers')).toBe('')
  })
})

import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Credentials, credentialsOf, statusOf } from './support/hosted/credentials.ts'
import { type ManagementCluster, PATIENCE_MS, startManagement } from './support/hosted/management.ts'
import { hostedCluster, NAMESPACE } from './support/hosted/samples.ts'
import { itWith } from './support/programs.ts'

const [BLUE, GREEN] = [`${NAMESPACE}.blue.kubeconfig`, `${NAMESPACE}.green.kubeconfig`]

let management: ManagementCluster
/** The administrators of two hosted clusters, and of the cluster that hosts them. */
let blue: Credentials
let green: Credentials
let hub: Credentials
beforeAll(async () => {
  management = await startManagement()
  const { sh, prepare, apply, wait, kubeconfigOf } = management
  await prepare()
  await apply(hostedCluster('blue'), hostedCluster('green'))
  await wait('hc/blue hc/green', 'condition=Available')
  await Promise.all([kubeconfigOf('blue'), kubeconfigOf('green')])
  blue = await credentialsOf(sh, BLUE)
  green = await credentialsOf(sh, GREEN)
  hub = await credentialsOf(sh, 'kubeconfig')
}, PATIENCE_MS)
afterAll(() => management?.close())

/** A token of a service account that may do everything in its cluster. */
async function powerfulToken(kubeconfig: string): Promise<string> {
  const kubectl = `kubectl --kubeconfig ${kubeconfig} -n default`
  return management.sh(`${kubectl} create serviceaccount robot > /dev/null && \
    ${kubectl} create clusterrolebinding robot --clusterrole=cluster-admin --serviceaccount=default:robot > /dev/null && \
    ${kubectl} create token robot`)
}

describe('two hosted clusters', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('refuse the certificates of each other, and that of who hosts them', async () => {
    const { sh } = management
    const secrets = ({ server }: Credentials, { certificate }: Credentials) =>
      statusOf(sh, `${certificate} ${server}/api/v1/secrets`)

    expect([await secrets(blue, blue), await secrets(green, green), await secrets(hub, hub)]).toEqual([
      '200',
      '200',
      '200',
    ])
    expect([await secrets(green, blue), await secrets(blue, green)]).toEqual(['401', '401'])
    expect([await secrets(hub, blue), await secrets(hub, green)]).toEqual(['401', '401'])
    expect([await secrets(blue, hub), await secrets(green, hub)]).toEqual(['401', '401'])
    for (const { server } of [green, hub]) {
      expect(await sh.failing(`kubectl --kubeconfig ${BLUE} --server ${server} get nodes`)).toContain(
        'You must be logged in to the server',
      )
    }
  })

  it('refuse the tokens of each other', async () => {
    const { sh } = management
    const tokens = [await powerfulToken(BLUE), await powerfulToken(GREEN), await powerfulToken('kubeconfig')]
    const ask = (token: string) =>
      Promise.all(
        [blue, green, hub].map(({ server, trust }) =>
          statusOf(sh, `${trust} -H 'Authorization: Bearer ${token}' ${server}/api/v1/secrets`),
        ),
      )

    expect(await Promise.all(tokens.map(ask))).toEqual([
      ['200', '401', '401'],
      ['401', '200', '401'],
      ['401', '401', '200'],
    ])
  })

  it('cannot be reached through the paths of each other', async () => {
    const { sh } = management
    const other = 'ocm-local-2abc-green/api/v1/secrets'
    const ask = (path: string) => statusOf(sh, `${blue.certificate} '${path}'`)

    for (const path of [`/../${other}`, `/%2e%2e/${other}`, `/..%2f${other}`, `/clusters/${other}`, `//../${other}`]) {
      expect(`${path} ${await ask(`${blue.server}${path}`)}`).toMatch(/ (401|403|404)$/)
    }
    for (const path of [`/clusters/${other}`, '/clusters/no-such-cluster/api/v1/secrets', '/api/v1/secrets']) {
      expect(`${path} ${await ask(`${hub.server}${path}`)}`).toMatch(/ (401|404)$/)
    }
  })

  it('see nothing of each other', async () => {
    const { sh } = management
    await sh(`kubectl --kubeconfig ${BLUE} create namespace only-blue`)
    await sh(`kubectl --kubeconfig ${BLUE} create configmap hue -n only-blue --from-literal=hue=240`)

    expect(await sh.failing(`kubectl --kubeconfig ${GREEN} get namespace only-blue`)).toContain('not found')
    expect(await sh.failing('kubectl get namespace only-blue')).toContain('not found')
    expect(await sh(`kubectl --kubeconfig ${GREEN} get configmaps -A -o name`)).not.toContain('configmap/hue')
    const uid = (kubeconfig: string) =>
      sh(`kubectl --kubeconfig ${kubeconfig} get namespace kube-system -o jsonpath={.metadata.uid}`)
    expect(new Set([await uid(BLUE), await uid(GREEN), await uid('kubeconfig')]).size).toBe(3)
  })

  it('go without the other, and nobody enters what is gone', async () => {
    const { sh } = management
    await sh(`kubectl delete hc green -n ${NAMESPACE} --wait`)

    expect(await statusOf(sh, `${green.certificate} ${green.server}/api/v1/secrets`)).toMatch(/^(401|404)$/)
    expect(await sh(`kubectl --kubeconfig ${BLUE} get configmap hue -n only-blue -o jsonpath={.data.hue}`)).toBe('240')
  })
})

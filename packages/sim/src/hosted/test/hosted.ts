import { SelfSubjectReview } from '@skep/api'
import { type ApiServerOptions, startApiServer } from '@skep/apiserver'
import { createRandom, VirtualClock } from '@skep/base'
import type { Client } from '@skep/client'
import { onTestFinished } from 'vitest'
import type { HostedApi, HostedUser } from '../contracts.ts'
import { createHostedApis } from '../hosted-apis.ts'

/** What APIs begin with. */
export const START = { version: '4.19.3', kubernetesVersion: 'v1.32.3', serviceNetwork: '172.31.0.0/16' }
/** An administrator. */
export const ADMIN = { name: 'system:admin', groups: ['system:masters'] }
/** As whom machines ask for their first certificate. */
export const BOOTSTRAPPER = {
  name: 'system:serviceaccount:openshift-machine-config-operator:node-bootstrapper',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:openshift-machine-config-operator'],
}

/** Starts a server with hosted APIs; it is gone after the test. */
export async function startHosted(options: ApiServerOptions = {}) {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random: createRandom(1), ...options })
  let open = true
  const stop = async () => {
    if (open) await server.close()
    open = false
  }
  onTestFinished(stop)
  return { server, clock, apis: createHostedApis({ server, clock }), stop }
}

/** A kubeconfig of somebody, as HyperShift publishes it. */
export async function kubeconfigOf(api: HostedApi, user: HostedUser = ADMIN): Promise<string> {
  const { certificatePem, keyPem } = await api.issue(user)
  return kubeconfig(api, { 'client-certificate-data': base64(certificatePem), 'client-key-data': base64(keyPem) })
}

/** A kubeconfig with these credentials. */
export const kubeconfig = ({ url, caPem }: HostedApi, user: object): string =>
  JSON.stringify({
    'current-context': 'admin',
    contexts: [{ name: 'admin', context: { cluster: 'cluster', user: 'admin', namespace: 'default' } }],
    clusters: [{ name: 'cluster', cluster: { server: url, 'certificate-authority-data': base64(caPem) } }],
    users: [{ name: 'admin', user }],
  })

/** As kubeconfigs hold certificates. */
export const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Who the API takes a client for. */
export async function whoAmI(client: Client): Promise<string | undefined> {
  return (await client.create(SelfSubjectReview, { metadata: {} })).status?.userInfo?.username
}

/** The client, which is closed after the test. */
export function closed<T extends Client>(client: T): T {
  onTestFinished(() => client.close())
  return client
}

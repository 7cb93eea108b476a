import { ServiceAccount } from '@skep/api'
import type { Clock } from '@skep/base'
import type { Client } from '@skep/client'
import { BOOTSTRAP_ACCOUNT, BOOTSTRAP_NAMESPACE, type HostedApi } from '@skep/sim'

/** Kubeconfigs with which machines ask hosted APIs for their first certificate. */
export interface BootstrapKubeconfigs {
  /** One that is good for hours; the same for all machines of a cluster as long as that is so. */
  of(api: HostedApi): Promise<string>
}

/** Longer than a payload may be old when it is used. */
const TOKEN_SECONDS = 24 * 60 * 60
const RENEW_AFTER_MS = (TOKEN_SECONDS * 1_000) / 2

const ACCOUNT = { namespace: BOOTSTRAP_NAMESPACE, name: BOOTSTRAP_ACCOUNT }

interface Issued {
  /** Uid of the account; its tokens are good for nothing once it is gone, even if another has its name. */
  readonly account: string | undefined
  readonly kubeconfig: Promise<string>
  readonly renewAt: number
}

/** Makes kubeconfigs when they are asked for. A hosted API that is made anew has a client anew, and gets another one. */
export function createBootstrapKubeconfigs(clock: Clock): BootstrapKubeconfigs {
  const issued = new WeakMap<Client, Issued>()
  // Who checks tokens lives in real time, also while a simulation stands still.
  const now = () => (clock.outside ?? clock).now()
  return {
    of: async (api) => {
      const account = (await api.client.get(ServiceAccount, ACCOUNT))?.metadata.uid
      const known = issued.get(api.client)
      if (known && known.account === account && now() < known.renewAt) return known.kubeconfig
      const kubeconfig = issue(api)
      issued.set(api.client, { account, kubeconfig, renewAt: now() + RENEW_AFTER_MS })
      kubeconfig.catch(() => issued.delete(api.client))
      return kubeconfig
    },
  }
}

async function issue(api: HostedApi): Promise<string> {
  const answer = await api.client.raw({
    method: 'POST',
    path: `/api/v1/namespaces/${BOOTSTRAP_NAMESPACE}/serviceaccounts/${BOOTSTRAP_ACCOUNT}/token`,
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: TOKEN_SECONDS },
    },
  })
  const { status }: { status: { token: string } } = JSON.parse(answer.body.toString('utf8'))
  return kubeconfigOf(api, status.token)
}

const kubeconfigOf = ({ url, caPem }: HostedApi, token: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'local',
        cluster: { server: url, 'certificate-authority-data': Buffer.from(caPem).toString('base64') },
      },
    ],
    users: [{ name: 'kubelet', user: { token } }],
    contexts: [{ name: 'kubelet', context: { cluster: 'local', user: 'kubelet' } }],
    'current-context': 'kubelet',
  })

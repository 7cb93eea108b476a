import { StatusError } from '@skep/base'
import type { HostedApi, HostedApiSettings } from '@skep/sim'
import type { Release } from '../contracts.ts'
import type { ControlPlane } from './facts.ts'
import type { ControlPlaneScope } from './scope.ts'

/** The health check that fails without etcd. */
const ETCD = 'etcd'
const DEFAULT_SERVICE_NETWORK = '172.31.0.0/16'
const DEFAULT_HOST_PREFIX = 23

/** Makes the API of a control plane, or finds it. */
export function ensureTenantApi({ parts, namespace, controlPlane }: ControlPlaneScope, release: Release) {
  const { version, kubernetesVersion } = release
  const present = parts.apis.get(namespace)
  return present ?? parts.apis.ensure(namespace, { version, kubernetesVersion, ...networksOf(controlPlane) })
}

function networksOf({ spec: { networking } }: ControlPlane) {
  const serviceNetwork = networking?.serviceNetwork?.[0]?.cidr ?? DEFAULT_SERVICE_NETWORK
  // Nodes have addresses of the old kind for their pods.
  const pods = networking?.clusterNetwork?.find(({ cidr }) => !cidr.includes(':'))
  if (!pods) return { serviceNetwork }
  return { serviceNetwork, podNetwork: { cidr: pods.cidr, hostPrefix: pods.hostPrefix || DEFAULT_HOST_PREFIX } }
}

/** Lets the API answer only while it has pods, fail while etcd does, and tell the version that it is of. */
export async function followComponents(scope: ControlPlaneScope, release: Release): Promise<void> {
  const api = scope.parts.apis.get(scope.namespace)
  const results = scope.components?.results
  if (!api || !results) return
  const server = results.get('kube-apiserver')
  const { settings } = api
  const wanted: HostedApiSettings = {
    ...settings,
    serving: server?.isAvailable ?? false,
    failingChecks: [
      ...settings.failingChecks.filter((check) => check !== ETCD),
      ...(isEtcdAvailable(scope) ? [] : [ETCD]),
    ],
    ...(server?.isComplete ? { kubernetesVersion: release.kubernetesVersion } : {}),
  }
  if (!isSame(settings, wanted)) await api.change(wanted)
}

const isEtcdAvailable = ({ status }: ControlPlaneScope): boolean =>
  status.conditions.find(({ type }) => type === 'EtcdAvailable')?.status !== 'False'

const isSame = (a: HostedApiSettings, b: HostedApiSettings): boolean =>
  a.serving === b.serving &&
  a.kubernetesVersion === b.kubernetesVersion &&
  a.failingChecks.join() === b.failingChecks.join()

/** Asks the API how it is, as a load balancer would. Gives what is wrong; undefined when nothing is. */
export async function probe(scope: ControlPlaneScope): Promise<string | undefined> {
  const { parts, namespace, behaviour, endpoints } = scope
  const host = endpoints.api?.host ?? 'kube-apiserver'
  const lost = behaviour.failureOf('Infrastructure')
  if (lost) return `health check to APIServer endpoint ${host} failed: ${lost.message}`
  const api = parts.apis.get(namespace)
  if (!api?.settings.serving) return `health check to APIServer endpoint ${host} failed: connection refused`
  // It is served by this process, and as well as is known of it here.
  return api.settings.failingChecks.length === 0 ? undefined : askHealth(api, host)
}

async function askHealth(api: HostedApi, host: string): Promise<string | undefined> {
  try {
    await api.client.raw({ path: '/healthz', query: { verbose: 'true' } })
    return undefined
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    // Of a long answer, the error has no more than the beginning.
    const told = [...error.message.matchAll(/\[-\](\S+) failed/g)].flatMap(([, name]) => name ?? [])
    const failing = new Set([...told, ...api.settings.failingChecks])
    const checks = failing.size > 0 ? `: failing health checks: ${[...failing].join(', ')}` : ''
    return `APIServer endpoint ${host} is not healthy (status ${error.code})${checks}`
  }
}

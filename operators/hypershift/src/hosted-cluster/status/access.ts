import { NAMES } from '../keys.ts'
import { isPublishedFor, publishedNames } from '../published.ts'
import { type Scope, strategyOf } from '../scope.ts'

/** Says where the Secrets are that let people into the cluster, once they are there. */
export function stateSecrets({ parts, hostedCluster, status }: Scope): void {
  const { namespace, name } = hostedCluster.metadata
  const names = publishedNames(name)
  const isThere = (secret: string) => {
    const found = parts.reads.secrets.get({ namespace, name: secret })
    return found !== undefined && isPublishedFor(hostedCluster, found)
  }
  if (isThere(names.kubeconfig)) status.kubeconfig = { name: names.kubeconfig }
  if (!hostedCluster.spec.kubeAPIServerDNSName) delete status.customKubeconfig
  else if (isThere(names.customKubeconfig)) status.customKubeconfig = { name: names.customKubeconfig }
  // Whoever configures how users log in needs no first user.
  if (hostedCluster.spec.configuration?.oauth) delete status.kubeadminPassword
  else if (isThere(names.kubeadminPassword)) status.kubeadminPassword = { name: names.kubeadminPassword }
}

/** Says where the API and its login are. */
export function stateEndpoints({ hostedCluster, controlPlane, status }: Scope): void {
  if (!controlPlane) {
    status.controlPlaneEndpoint ??= { host: '', port: 0 }
    return
  }
  const endpoint = controlPlane.status?.controlPlaneEndpoint ?? { host: '', port: 0 }
  const byRoute = strategyOf(hostedCluster, 'APIServer')?.type === 'Route'
  status.controlPlaneEndpoint = byRoute ? { ...endpoint, port: 443 } : endpoint
  const callback = controlPlane.status?.oauthCallbackURLTemplate
  if (callback !== undefined) status.oauthCallbackURLTemplate = callback
}

/** Says where machines get their configuration; false when the spec does not let anybody know. */
export function stateIgnitionEndpoint(scope: Scope): boolean {
  const strategy = strategyOf(scope.hostedCluster, 'Ignition')
  if (strategy?.type !== 'Route' && strategy?.type !== 'NodePort') return false
  const endpoint =
    strategy.type === 'Route' ? (strategy.route?.hostname ?? routeHost(scope)) : nodePortAddress(scope, strategy)
  if (endpoint) scope.status.ignitionEndpoint = endpoint
  return true
}

const routeHost = ({ parts, namespace }: Scope): string | undefined =>
  [NAMES.ignitionServer, NAMES.ignitionServerProxy]
    .map((name) => parts.reads.routes?.get({ namespace, name })?.spec.host)
    .find((host) => host)

function nodePortAddress(
  { parts, namespace }: Scope,
  { nodePort }: { nodePort?: { address: string } },
): string | undefined {
  const { services } = parts.reads
  const service =
    services.get({ namespace, name: NAMES.ignitionServerProxy }) ??
    services.get({ namespace, name: NAMES.ignitionServer })
  const port = service?.spec?.ports?.[0]?.nodePort
  if (!port || !nodePort) return undefined
  return `${nodePort.address.includes(':') ? `[${nodePort.address}]` : nodePort.address}:${port}`
}

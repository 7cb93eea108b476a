import type { Service, ServicePort } from '@skep/api'
import { HostedControlPlane } from '@skep/api'
import { controllerReference } from '@skep/controller'
import type { Wanted } from '../components/workloads.ts'
import {
  type ControlPlane,
  hasOwnPublicRouter,
  hasSharedIngress,
  hostnameOf,
  isOnAzure,
  isPrivate,
  isPublic,
  type PublishingStrategy,
  strategyOf,
  usesOAuth,
} from '../facts.ts'
import { ANNOTATIONS, LABELS } from '../keys.ts'
import { PORTS } from './ports.ts'

type ServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer'

/** A service, as far as it differs from the others. */
interface ServiceDefinition {
  readonly name: string
  /** Component whose pods answer; the name of the service unless given. */
  readonly component?: string
  readonly type?: ServiceType
  readonly ports: readonly ServicePort[]
  readonly annotations?: Readonly<Record<string, string>>
  /** For components of the same control plane alone. */
  readonly isInner?: boolean
  /** No address of its own: its name leads to all pods, ready or not. */
  readonly isHeadless?: boolean
  /** From where a load balancer lets in. */
  readonly sourceRanges?: readonly string[] | undefined
}

const port = (number: number, targetPort: number | string = number, nodePort?: number): ServicePort => ({
  port: number,
  protocol: 'TCP',
  targetPort,
  ...(nodePort ? { nodePort } : {}),
})

/** The services of a control plane. Where it has no pods, only those by which it is reached from outside. */
export const servicesOf = (controlPlane: ControlPlane, hasPods: boolean): Wanted<Service>[] =>
  definitionsOf(controlPlane)
    .filter(({ isInner }) => hasPods || !isInner)
    .map((definition) => serviceOf(controlPlane, definition))

const definitionsOf = (controlPlane: ControlPlane): ServiceDefinition[] => [
  ...apiServices(controlPlane),
  publishedService(strategyOf(controlPlane, 'Konnectivity'), {
    name: 'konnectivity-server',
    component: 'kube-apiserver',
    ports: [port(PORTS.konnectivityAgent)],
  }),
  {
    name: 'konnectivity-server-local',
    component: 'kube-apiserver',
    ports: [port(PORTS.konnectivityLocal)],
    isInner: true,
  },
  { name: 'openshift-apiserver', ports: [port(PORTS.https, 'https')], isInner: true },
  ...oauthServices(controlPlane),
  { name: 'packageserver', ports: [port(PORTS.https, 'https')], isInner: true },
  ...ignitionServices(controlPlane),
  ...etcdServices(controlPlane),
  ...routerServices(controlPlane),
]

/** The port at which load balancers of the API listen. */
export function apiPort(controlPlane: ControlPlane): number {
  if (controlPlane.spec.platform.type === 'IBMCloud') return PORTS.apiOnIbmCloud
  return isOnAzure(controlPlane) ? PORTS.apiOnAzure : PORTS.api
}

function apiServices(controlPlane: ControlPlane): ServiceDefinition[] {
  const strategy = strategyOf(controlPlane, 'APIServer')
  const component = 'kube-apiserver'
  const inside = { name: 'kube-apiserver', component, ports: [port(PORTS.api, 'client')] }
  if (strategy?.type !== 'LoadBalancer') return [publishedService(strategy, inside)]
  const sourceRanges = controlPlane.spec.networking?.apiServer?.allowedCIDRBlocks
  const outside = { component, ports: [port(apiPort(controlPlane), 'client')], sourceRanges }
  const isApart = isOnAzure(controlPlane)
  return [
    ...(isPublic(controlPlane)
      ? [publishedService(strategy, { ...outside, name: isApart ? 'kube-apiserverlb' : 'kube-apiserver' })]
      : []),
    ...(isApart || !isPublic(controlPlane) ? [inside] : []),
    ...(isPrivate(controlPlane) ? [{ ...outside, name: 'kube-apiserver-private', type: 'LoadBalancer' as const }] : []),
  ]
}

const oauthServices = (controlPlane: ControlPlane): ServiceDefinition[] =>
  usesOAuth(controlPlane)
    ? [
        publishedService(strategyOf(controlPlane, 'OAuthServer'), {
          name: 'oauth-openshift',
          ports: [port(PORTS.oauth)],
        }),
        { name: 'openshift-oauth-apiserver', ports: [port(PORTS.https, 'https')], isInner: true },
      ]
    : []

function ignitionServices(controlPlane: ControlPlane): ServiceDefinition[] {
  const direct = { name: 'ignition-server', ports: [port(PORTS.https, 'https')] }
  const strategy = strategyOf(controlPlane, 'Ignition')
  if (controlPlane.spec.platform.type === 'IBMCloud') return [publishedService(strategy, direct)]
  const proxy = { name: 'ignition-server-proxy', ports: [port(PORTS.https, 'https')] }
  return [{ ...direct, isInner: true }, publishedService(strategy, proxy)]
}

const etcdServices = ({ spec }: ControlPlane): ServiceDefinition[] =>
  spec.etcd.managementType === 'Managed'
    ? [
        { name: 'etcd-client', component: 'etcd', ports: [port(PORTS.etcdClient)], isHeadless: true, isInner: true },
        {
          name: 'etcd-discovery',
          component: 'etcd',
          ports: [
            { ...port(PORTS.etcdPeer), name: 'peer' },
            { ...port(PORTS.etcdClient), name: 'etcd-client' },
          ],
          isHeadless: true,
          isInner: true,
        },
      ]
    : []

function routerServices(controlPlane: ControlPlane): ServiceDefinition[] {
  const router = { component: 'router', ports: [{ ...port(PORTS.https, 'https'), name: 'https' }] }
  const balanced = { ...router, type: 'LoadBalancer' as const }
  return [
    ...(hasOwnPublicRouter(controlPlane) ? [{ ...balanced, name: 'router' }] : []),
    ...(isPrivate(controlPlane)
      ? [{ ...(hasSharedIngress(controlPlane) ? router : balanced), name: 'private-router' }]
      : []),
  ]
}

/** A service as somebody wants it published. */
function publishedService(strategy: PublishingStrategy | undefined, inside: ServiceDefinition): ServiceDefinition {
  const [first, ...others] = inside.ports
  if (strategy?.type === 'NodePort' && first) {
    const nodePort = strategy.nodePort?.port
    return { ...inside, type: 'NodePort', ports: [{ ...first, ...(nodePort ? { nodePort } : {}) }, ...others] }
  }
  if (strategy?.type !== 'LoadBalancer') return inside
  const hostname = hostnameOf(strategy)
  const annotations: Record<string, string> = hostname ? { [ANNOTATIONS.externalDnsHostname]: hostname } : {}
  return { ...inside, type: 'LoadBalancer', annotations }
}

function serviceOf(controlPlane: ControlPlane, definition: ServiceDefinition): Wanted<Service> {
  const { name, component = name, type = 'ClusterIP', ports, annotations, isHeadless, sourceRanges } = definition
  return {
    metadata: {
      namespace: controlPlane.metadata.namespace ?? '',
      name,
      labels: { app: component, [LABELS.component]: component },
      ...(annotations ? { annotations: { ...annotations } } : {}),
      ownerReferences: [controllerReference(HostedControlPlane, controlPlane)],
    },
    spec: {
      type,
      selector: { app: component },
      ports: [...ports],
      ...(isHeadless ? { clusterIP: 'None', publishNotReadyAddresses: true } : {}),
      // Nobody comes by the nodes, and ports of nodes are few.
      ...(type === 'LoadBalancer' ? { allocateLoadBalancerNodePorts: false } : {}),
      ...(type === 'LoadBalancer' && sourceRanges ? { loadBalancerSourceRanges: [...sourceRanges] } : {}),
    },
  }
}

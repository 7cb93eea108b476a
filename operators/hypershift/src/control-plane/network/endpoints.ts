import type { Route, Service } from '@skep/api'
import {
  type ControlPlane,
  hasOwnPublicRouter,
  hasSharedIngress,
  hostnameOf,
  isOnAzure,
  isPrivate,
  isPublic,
  type PublishingStrategy,
  type ServiceName,
  strategyOf,
  usesOAuth,
} from '../facts.ts'
import { PORTS } from './ports.ts'
import { apiPort } from './services.ts'

/** Where something is reached. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

/** Where the services of a control plane are reached, as far as that is known. */
export interface Endpoints {
  readonly api?: Endpoint
  readonly oauth?: Endpoint
  readonly konnectivity?: Endpoint
  /** What is not reached yet, and why; nothing when all is. */
  readonly waitingFor: readonly Waiting[]
}

/** Something that has no address yet. */
export interface Waiting {
  readonly message: string
  /** Object that an address is awaited for, of which events may tell more. */
  readonly object: { readonly kind: 'Service' | 'Route'; readonly name: string }
}

/** The objects of a control plane that say where it is reached. */
export interface NetworkObjects {
  service(name: string): Service | undefined
  route(name: string): Route | undefined
}

type Found = Endpoint | Waiting

/** No endpoint is known, because nobody has looked. */
export const NO_ENDPOINTS: Endpoints = { waitingFor: [] }

/** Finds out where a control plane is reached. */
export function findEndpoints(controlPlane: ControlPlane, objects: NetworkObjects): Endpoints {
  const find = (service: ServiceName) => findEndpoint(controlPlane, objects, service)
  const found = {
    api: find('APIServer'),
    konnectivity: find('Konnectivity'),
    ...(usesOAuth(controlPlane) ? { oauth: find('OAuthServer') } : {}),
  }
  const entries = Object.entries(found).filter((entry): entry is [string, Endpoint] => 'host' in entry[1])
  const missing = Object.values(found).filter((each): each is Waiting => !('host' in each))
  const routers = routerNames(controlPlane).map((name) => balancerOf(objects, name))
  const waitingFor = [...missing, ...routers.filter((each): each is Waiting => typeof each !== 'string')]
  return { ...Object.fromEntries(entries), waitingFor: uniqueByObject(waitingFor) }
}

const uniqueByObject = (waiting: readonly Waiting[]): Waiting[] => [
  ...new Map(waiting.map((each) => [`${each.object.kind}/${each.object.name}`, each])).values(),
]

/** The routers whose load balancers must be there. */
const routerNames = (controlPlane: ControlPlane): string[] => [
  ...(hasOwnPublicRouter(controlPlane) ? ['router'] : []),
  ...(isPrivate(controlPlane) && !hasSharedIngress(controlPlane) ? ['private-router'] : []),
]

function findEndpoint(controlPlane: ControlPlane, objects: NetworkObjects, service: ServiceName): Found {
  const strategy = strategyOf(controlPlane, service)
  switch (strategy?.type) {
    case 'Route':
      return routeEndpoint(controlPlane, objects, service, strategy)
    case 'LoadBalancer':
      return balancedEndpoint(objects, balancedService(controlPlane, service), strategy)
    case 'NodePort':
      return nodePortEndpoint(objects, serviceNameOf(service), strategy)
    default:
      return waitForService(serviceNameOf(service), `${service} is not published`)
  }
}

/** The service whose port a published service has, unless its load balancer has one of its own. */
const serviceNameOf = (service: ServiceName): string => SERVICE_NAMES[service] ?? 'konnectivity-server'

const SERVICE_NAMES: Partial<Record<ServiceName, string>> = {
  APIServer: 'kube-apiserver',
  OAuthServer: 'oauth-openshift',
}

function balancedService(controlPlane: ControlPlane, service: ServiceName) {
  if (service === 'OAuthServer') return { name: 'oauth-openshift', port: PORTS.oauth }
  if (service !== 'APIServer') return { name: 'konnectivity-server', port: PORTS.konnectivityAgent }
  const port = apiPort(controlPlane)
  if (!isPublic(controlPlane)) return { name: 'kube-apiserver-private', port }
  return { name: isOnAzure(controlPlane) ? 'kube-apiserverlb' : 'kube-apiserver', port }
}

function balancedEndpoint(
  objects: NetworkObjects,
  { name, port }: { readonly name: string; readonly port: number },
  strategy: PublishingStrategy,
): Found {
  const address = balancerOf(objects, name)
  return typeof address === 'string' ? { host: hostnameOf(strategy) ?? address, port } : address
}

function nodePortEndpoint(objects: NetworkObjects, name: string, { nodePort }: PublishingStrategy): Found {
  const port = objects.service(name)?.spec?.ports?.[0]?.nodePort
  if (!port) return waitForService(name, `Service ${name} has no port on nodes yet`)
  return { host: nodePort?.address ?? '', port }
}

const ROUTE_NAMES: Partial<Record<ServiceName, string>> = {
  APIServer: 'kube-apiserver',
  OAuthServer: 'oauth',
  Konnectivity: 'konnectivity-server',
}

function routeEndpoint(
  controlPlane: ControlPlane,
  objects: NetworkObjects,
  service: ServiceName,
  strategy: PublishingStrategy,
): Found {
  const hostname = hostnameOf(strategy)
  const name = routeNameOf(controlPlane, service, hostname)
  const admitted = objects.route(name)?.status?.ingress?.[0]?.host
  if (!admitted) return { message: `Route ${name} is not admitted yet`, object: { kind: 'Route', name } }
  if (service !== 'APIServer' || hostname) return { host: hostname ?? admitted, port: PORTS.https }
  const router = balancerOf(objects, isPublic(controlPlane) ? 'router' : 'private-router')
  return typeof router === 'string' ? { host: router, port: PORTS.https } : router
}

function routeNameOf(controlPlane: ControlPlane, service: ServiceName, hostname: string | undefined): string {
  const name = ROUTE_NAMES[service] ?? service
  if (service === 'Konnectivity' || isPublic(controlPlane)) return name
  return hostname ? `${name}-private` : `${name}-internal`
}

/** The address of a load balancer. */
function balancerOf(objects: NetworkObjects, name: string): string | Waiting {
  const [ingress] = objects.service(name)?.status?.loadBalancer?.ingress ?? []
  return ingress?.hostname || ingress?.ip || waitForService(name, `Load balancer of ${name} is not provisioned yet`)
}

const waitForService = (name: string, message: string): Waiting => ({ message, object: { kind: 'Service', name } })

import { HostedControlPlane, type Route } from '@skep/api'
import { controllerReference } from '@skep/controller'
import type { Wanted } from '../components/workloads.ts'
import {
  type ControlPlane,
  hasAnnotation,
  hasOwnPublicRouter,
  hasSharedIngress,
  hostnameOf,
  isPrivate,
  isPublic,
  type ServiceName,
  strategyOf,
  usesOAuth,
} from '../facts.ts'
import { ANNOTATIONS, LABELS } from '../keys.ts'

/** A route, as far as it differs from the others. */
interface RouteDefinition {
  readonly name: string
  readonly service: string
  readonly host?: string | undefined
  /** Served by the router of the control plane instead of the management cluster's. */
  readonly isOwn: boolean
  /** Reached from the network of the cluster alone. */
  readonly isInternal?: boolean
}

/** The routes of a control plane. */
export const routesOf = (controlPlane: ControlPlane): Wanted<Route>[] =>
  definitionsOf(controlPlane).map((definition) => routeOf(controlPlane, definition))

const isByRoute = (controlPlane: ControlPlane, service: ServiceName): boolean =>
  strategyOf(controlPlane, service)?.type === 'Route'

const definitionsOf = (controlPlane: ControlPlane): RouteDefinition[] => [
  ...(isByRoute(controlPlane, 'APIServer') ? apiRoutes(controlPlane) : []),
  ...(isByRoute(controlPlane, 'OAuthServer') && usesOAuth(controlPlane) ? oauthRoutes(controlPlane) : []),
  ...(isByRoute(controlPlane, 'Konnectivity')
    ? [internalIfPrivate(controlPlane, 'Konnectivity', 'konnectivity-server', 'konnectivity-server')]
    : []),
  ...(isByRoute(controlPlane, 'Ignition') && !hasAnnotation(controlPlane, ANNOTATIONS.disableIgnitionServer)
    ? [internalIfPrivate(controlPlane, 'Ignition', 'ignition-server', ignitionService(controlPlane))]
    : []),
]

const ignitionService = ({ spec }: ControlPlane): string =>
  spec.platform.type === 'IBMCloud' ? 'ignition-server' : 'ignition-server-proxy'

function apiRoutes(controlPlane: ControlPlane): RouteDefinition[] {
  const service = 'kube-apiserver'
  const host = hostnameOf(strategyOf(controlPlane, 'APIServer'))
  const internal = `api.${controlPlane.metadata.name}.hypershift.local`
  return [
    ...(isPublic(controlPlane) ? [{ name: 'kube-apiserver', service, host, isOwn: true }] : []),
    ...(!isPublic(controlPlane) && host
      ? [{ name: 'kube-apiserver-private', service, host, isOwn: true, isInternal: true }]
      : []),
    { name: 'kube-apiserver-internal', service, host: internal, isOwn: true, isInternal: true },
  ]
}

function oauthRoutes(controlPlane: ControlPlane): RouteDefinition[] {
  const service = 'oauth-openshift'
  const host = hostnameOf(strategyOf(controlPlane, 'OAuthServer'))
  const isOwn = isServedHere(controlPlane)
  return [
    ...(isPublic(controlPlane) ? [{ name: 'oauth', service, host, isOwn }] : []),
    ...(!isPublic(controlPlane) && host ? [{ name: 'oauth-private', service, host, isOwn, isInternal: true }] : []),
    ...(isPrivate(controlPlane)
      ? [{ name: 'oauth-internal', service, host: internalHost(controlPlane, 'oauth'), isOwn: true, isInternal: true }]
      : []),
  ]
}

/** Machines reach these services by their own network, where there is a way. */
function internalIfPrivate(
  controlPlane: ControlPlane,
  published: ServiceName,
  name: string,
  service: string,
): RouteDefinition {
  if (isPrivate(controlPlane)) {
    return { name, service, host: internalHost(controlPlane, name), isOwn: true, isInternal: true }
  }
  return { name, service, host: hostnameOf(strategyOf(controlPlane, published)), isOwn: isServedHere(controlPlane) }
}

const internalHost = ({ metadata }: ControlPlane, name: string): string =>
  `${name}.apps.${metadata.name}.hypershift.local`

const isServedHere = (controlPlane: ControlPlane): boolean =>
  hasSharedIngress(controlPlane) || hasOwnPublicRouter(controlPlane) || !isPublic(controlPlane)

function routeOf(controlPlane: ControlPlane, definition: RouteDefinition): Wanted<Route> {
  const { name, service, host, isOwn, isInternal } = definition
  const namespace = controlPlane.metadata.namespace ?? ''
  return {
    metadata: {
      namespace,
      name,
      labels: {
        ...(isOwn ? { [LABELS.hostedControlPlane]: namespace } : {}),
        ...(isInternal ? { [LABELS.internalRoute]: 'true' } : {}),
      },
      ownerReferences: [controllerReference(HostedControlPlane, controlPlane)],
    },
    spec: {
      ...(host ? { host } : {}),
      to: { kind: 'Service', name: service, weight: 100 },
      tls: { termination: 'passthrough', insecureEdgeTerminationPolicy: 'None' },
      wildcardPolicy: 'None',
    },
  }
}

import type { HostedControlPlane, PublishedService } from '@skep/api'
import type { Stored } from '@skep/client'
import { ANNOTATIONS } from './keys.ts'

/** A HostedControlPlane as it is on the server. */
export type ControlPlane = Stored<HostedControlPlane>

/** The services that a control plane publishes. */
export type ServiceName = PublishedService['service']
export type PublishingStrategy = PublishedService['servicePublishingStrategy']

/** How a service is published; undefined when nothing says so. */
export const strategyOf = ({ spec }: ControlPlane, service: ServiceName): PublishingStrategy | undefined =>
  spec.services.find((published) => published.service === service)?.servicePublishingStrategy

/** The name that somebody chose for a service. */
export const hostnameOf = (strategy: PublishingStrategy | undefined): string | undefined =>
  (strategy?.type === 'Route' ? strategy.route?.hostname : strategy?.loadBalancer?.hostname) || undefined

/** Whether users log in by the OAuth server of the cluster, rather than by an issuer of tokens elsewhere. */
export const usesOAuth = ({ spec }: ControlPlane): boolean => spec.configuration?.authentication?.type !== 'OIDC'

/** Whether an annotation is there, whatever it says. */
export const hasAnnotation = ({ metadata }: ControlPlane, name: string): boolean =>
  metadata.annotations?.[name] !== undefined

/** Whether the machines of the cluster are looked after here. */
export const managesMachines = (controlPlane: ControlPlane): boolean =>
  !hasAnnotation(controlPlane, ANNOTATIONS.disableMachineManagement)

/** Whether an optional part of OpenShift is there. */
export const hasCapability = ({ spec }: ControlPlane, name: string): boolean =>
  !(spec.capabilities.disabled ?? []).some((disabled) => disabled === name)

/** Whether the platform has volumes and snapshots that operators of the control plane look after. */
export const managesStorage = ({ spec }: ControlPlane): boolean => !['IBMCloud', 'PowerVS'].includes(spec.platform.type)

/** Image of the release that the components of the control plane are of. */
export const controlPlaneReleaseImage = ({ spec }: ControlPlane): string =>
  spec.controlPlaneReleaseImage || spec.releaseImage

type Access = 'Public' | 'PublicAndPrivate' | 'Private'

function accessOf({ spec: { platform } }: ControlPlane): Access {
  if (platform.type === 'AWS') return platform.aws?.endpointAccess ?? 'Public'
  if (platform.type === 'Azure') return platform.azure?.topology ?? 'Public'
  return 'Public'
}

/** Whether the API is reached from the internet. */
export const isPublic = (controlPlane: ControlPlane): boolean => accessOf(controlPlane) !== 'Private'

/** Whether the API is reached from the network of the cluster. */
export const isPrivate = (controlPlane: ControlPlane): boolean => accessOf(controlPlane) !== 'Public'

/** Whether the control plane is one of ARO HCP, which the managed identities of its components tell. */
const isAroHcp = ({ spec: { platform } }: ControlPlane): boolean =>
  platform.type === 'Azure' &&
  platform.azure?.azureAuthenticationConfig.azureAuthenticationConfigType === 'ManagedIdentities'

/** Whether the routes of many control planes are served by one router, or by the network of the tenant. */
export const hasSharedIngress = (controlPlane: ControlPlane): boolean =>
  (isAroHcp(controlPlane) && isPublic(controlPlane)) || controlPlane.spec.platform.azure?.private?.type === 'Swift'

/** Whether external routes are served by the router of the control plane instead of the management cluster's. */
export function hasOwnPublicRouter(controlPlane: ControlPlane): boolean {
  if (controlPlane.spec.platform.type === 'IBMCloud' || hasSharedIngress(controlPlane)) return false
  return isPublic(controlPlane) && strategyOf(controlPlane, 'APIServer')?.type === 'Route'
}

/** Whether the control plane has a router. */
export function hasRouter(controlPlane: ControlPlane): boolean {
  if (controlPlane.spec.platform.type === 'IBMCloud') return false
  return isPrivate(controlPlane) || hasOwnPublicRouter(controlPlane)
}

/** Whether load balancers of the API are on Azure, where its usual port is taken. */
export const isOnAzure = ({ spec, metadata }: ControlPlane): boolean =>
  spec.platform.type === 'Azure' || metadata.annotations?.[ANNOTATIONS.managementPlatform] === 'Azure'

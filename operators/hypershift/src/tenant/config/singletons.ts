import {
  OpenShiftApiServer,
  OpenShiftAuthentication,
  OpenShiftDns,
  OpenShiftFeatureGate,
  OpenShiftImage,
  OpenShiftInfrastructure,
  OpenShiftIngress,
  OpenShiftNetwork,
  OpenShiftOAuth,
  OpenShiftOperatorHub,
  OpenShiftProxy,
  OpenShiftScheduler,
} from '@skep/api'
import { asJson, type JsonObject, type KindDefinition } from '@skep/schema'
import type { ControlPlane } from '../control-planes.ts'
import { applicationsDomain, clusterDomain } from './cluster-domain.ts'
import { infrastructureOf } from './infrastructure.ts'

/** Settings of which a cluster has one object, named cluster, as they shall be. */
export interface Singleton {
  readonly kind: KindDefinition
  readonly spec: JsonObject
  readonly status?: JsonObject
}

/** Settings that follow from what the control plane is. */
export function derivedSingletons(controlPlane: ControlPlane): Singleton[] {
  const { spec, status } = infrastructureOf(controlPlane)
  const network = networkOf(controlPlane)
  const { ingress } = controlPlane.spec.configuration ?? {}
  return [
    { kind: OpenShiftInfrastructure, spec: asJson(spec), status: asJson(status) },
    { kind: OpenShiftDns, spec: { baseDomain: clusterDomain(controlPlane) } },
    { kind: OpenShiftIngress, spec: { ...ingress, domain: applicationsDomain(controlPlane) } },
    { kind: OpenShiftNetwork, spec: { ...controlPlane.spec.configuration?.network, ...network }, status: network },
  ]
}

/** Settings that are what somebody asked for, and nothing unless they did. */
export function chosenSingletons({ spec }: ControlPlane): Singleton[] {
  const { apiServer, authentication, featureGate, image, oauth, operatorhub, proxy, scheduler } =
    spec.configuration ?? {}
  const chosen: [KindDefinition, JsonObject | undefined][] = [
    [OpenShiftApiServer, apiServer && asJson(apiServer)],
    [OpenShiftAuthentication, authentication],
    [OpenShiftFeatureGate, featureGate],
    [OpenShiftImage, image],
    [OpenShiftOAuth, oauth && asJson(oauth)],
    [OpenShiftOperatorHub, operatorhub],
    [OpenShiftProxy, proxy],
    [OpenShiftScheduler, scheduler],
  ]
  return chosen.map(([kind, wanted]) => ({ kind, spec: wanted ?? {} }))
}

function networkOf({ spec: { networking } }: ControlPlane): JsonObject {
  const { clusterNetwork = [], serviceNetwork = [], networkType = 'OVNKubernetes' } = networking ?? {}
  return {
    clusterNetwork: clusterNetwork.map(({ cidr, hostPrefix = 23 }) => ({ cidr, hostPrefix })),
    serviceNetwork: serviceNetwork.map(({ cidr }) => cidr),
    networkType,
  }
}

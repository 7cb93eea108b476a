import type { KindDefinition } from '@skep/schema'
import { OpenShiftDns, OpenShiftIngress, OpenShiftNetwork, OpenShiftProxy } from './cluster-networks.ts'
import { ClusterOperator } from './cluster-operator.ts'
import { ClusterVersion } from './cluster-version.ts'
import { OpenShiftInfrastructure } from './infrastructure.ts'
import {
  OpenShiftApiServer,
  OpenShiftAuthentication,
  OpenShiftFeatureGate,
  OpenShiftImage,
  OpenShiftOAuth,
  OpenShiftOperatorHub,
  OpenShiftScheduler,
} from './kept-singletons.ts'

/** The kinds of config.openshift.io/v1 that every OpenShift cluster serves, hosted ones included. */
export const openShiftConfigKinds: readonly KindDefinition[] = [
  ClusterOperator,
  ClusterVersion,
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
]

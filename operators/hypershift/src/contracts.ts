import type { Clock, Logger, Random } from '@skep/base'
import type { Client } from '@skep/client'
import type { AdmissionOptions, ControllerMetrics, Manager } from '@skep/controller'
import type { Behaviours, FetchIgnition, HostedApis } from '@skep/sim'

/** What the operator is started with. */
export interface HypershiftDependencies {
  /** The management cluster. */
  readonly client: Client
  readonly behaviours: Behaviours
  /** Where the APIs of hosted control planes are served. */
  readonly apis: HostedApis
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
}

/** What can be chosen. */
export interface HypershiftOptions {
  /** Where the ignition server listens: any free port of `127.0.0.1` unless given. */
  readonly ignition?: { readonly host?: string; readonly port?: number }
  /**
   * Whether control planes run as pods on the nodes of the management cluster, which they do unless told otherwise.
   * Without, components are reported only: for thousands of control planes on one machine.
   */
  readonly controlPlanePods?: boolean
  /** Where the admission webhooks listen; on a free port of this machine unless given. False for none. */
  readonly admission?: AdmissionOptions | false
  /** Whether services of control planes can be published by Routes, which are then served. They can unless told otherwise. */
  readonly routes?: boolean
}

/** What the controllers of the operator share. */
export interface HypershiftParts extends HypershiftDependencies {
  readonly manager: Manager
  readonly releases: Releases
  readonly controlPlanePods: boolean
  /** Address of the ignition server, as `HOST:PORT`. */
  readonly ignitionAddress: string
  /** Whether the management cluster has Routes, which it has unless told otherwise. */
  readonly routes?: boolean
}

/** The operator, running. */
export interface RunningHypershift {
  /** Where the ignition server listens, such as `https://127.0.0.1:22624`. */
  readonly ignitionUrl: string
  /** Asks the ignition server without a socket. */
  readonly fetchIgnition: FetchIgnition
  stop(): Promise<void>
}

/** A release of OpenShift. */
export interface Release {
  readonly image: string
  /** By digest, as clusters report it. */
  readonly digestImage: string
  /** Such as `4.19.3`. */
  readonly version: string
  /** Such as `v1.32.3`. */
  readonly kubernetesVersion: string
  /** As HostedCluster status has it: `Multi`, `AMD64`, ... */
  readonly payloadArch: string
  readonly channels: readonly string[]
  /** Image of a component, such as `kube-apiserver`. */
  componentImage(component: string): string
}

/** Finds out what is in a release image. */
export interface Releases {
  /** Undefined when the image cannot be resolved: no tag with a version in it. */
  resolve(image: string): Release | undefined
}

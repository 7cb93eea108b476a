import type { ClusterDeployment, ClusterDeprovision, ClusterProvision, DnsZone, HivePlatform, Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import type { FailureReason } from '../provision/failure-reason.ts'

/** One attempt to install a cluster. */
export interface InstallAttempt {
  readonly deployment: Stored<ClusterDeployment>
  readonly provision: Stored<ClusterProvision>
  /** When its job was made. */
  readonly startedAt: number
}

/** What of an install-config, with customizations applied, matters to an installer. */
export interface InstallConfig {
  readonly workers: number
}

/** How far an attempt has got. The texts are the log up to now. */
export type InstallProgress =
  /** `pod` says why the installer itself does not run yet. */
  | {
      readonly state: 'initializing'
      readonly log: string
      readonly again: number
      readonly pod?: 'Pending' | 'Missing'
    }
  | { readonly state: 'provisioning'; readonly log: string; readonly again: number }
  | { readonly state: 'complete'; readonly log: string }
  /** `why` where the installer knows; otherwise the log tells. */
  | { readonly state: 'failed'; readonly log: string; readonly why?: FailureReason }

/** What an installer tells of the cluster as soon as it has chosen its ids. */
export interface ClusterIdentity {
  readonly infraID: string
  readonly clusterID: string
}

/** What opens the cluster. */
export interface ClusterAccess {
  readonly kubeconfig: string
  readonly password: string
}

/** What a release is made of. */
export interface ReleaseImages {
  readonly installerImage: string
  readonly cliImage: string
  readonly installVersion: string
}

/**
 * Makes clusters. Every call may come again, also from another process after a restart: what an attempt has done so far
 * is known from the objects that are given.
 */
export interface Installer {
  /** How long an order waits before the first attempt, in milliseconds. */
  pendingMs(deployment: Stored<ClusterDeployment>): number
  resolveImages(releaseImage: string, signal: AbortSignal): Promise<ReleaseImages>
  observe(attempt: InstallAttempt): InstallProgress
  /** Makes what the ids stand for, and says how to get in. There may be no install-config that can be read. */
  open(attempt: InstallAttempt, identity: ClusterIdentity, config: InstallConfig | undefined): Promise<ClusterAccess>
  /** Removes what a failed attempt left behind. */
  discard(clusterID: string): Promise<void>
}

/** How far the removal of a cluster has got. */
export type UninstallProgress =
  | { readonly state: 'running'; readonly again: number }
  | { readonly state: 'complete' }
  /** With what stands in the way, one line each. */
  | { readonly state: 'failed'; readonly blocked: readonly string[] }

/** Removes everything of a cluster from a cloud. */
export interface Uninstaller {
  observe(
    deprovision: Stored<ClusterDeprovision>,
    deployment: Stored<ClusterDeployment>,
    startedAt: number,
  ): Promise<UninstallProgress>
}

/** The machines of an installed cluster. Methods name those that are not there yet. */
export interface Machines {
  stop(deployment: Stored<ClusterDeployment>): Promise<void>
  start(deployment: Stored<ClusterDeployment>): Promise<void>
  notStopped(deployment: Stored<ClusterDeployment>): Promise<string[]>
  notRunning(deployment: Stored<ClusterDeployment>): Promise<string[]>
}

/** What a cloud knows of a DNS zone. */
export interface CloudZone {
  readonly nameServers: readonly string[]
  readonly zoneID: string
  /** Whether the world resolves it already. */
  readonly available: boolean
}

/** DNS zones of a cloud. */
export interface Zones {
  ensure(zone: Stored<DnsZone>): Promise<CloudZone>
  remove(zone: Stored<DnsZone>): Promise<void>
}

/** Everything that takes a cloud. */
export interface Infrastructure {
  readonly installer: Installer
  readonly uninstaller: Uninstaller
  readonly machines: Machines
  readonly zones: Zones
  /** What is wrong with the credentials for a platform; undefined when they work. */
  checkCredentials(platform: HivePlatform, credentials: Stored<Secret> | undefined): Promise<string | undefined>
}

import type { KubeObject } from '@skep/schema'

/** What an administrator has set up, so far as admission depends on it. */
export interface HiveAdmissionSettings {
  /** Domains below which Hive may make zones: `managedDomains[].domains` of the HiveConfig. */
  managedDomains?: readonly string[]
  /** Regions for which the HiveConfig has endpoint VPCs. */
  privateLinkRegions?: readonly string[]
  /** Kinds that may install clusters in Hive's stead. */
  clusterInstallKinds?: readonly { group: string; version: string; kind: string }[]
  /** Whether releases must be named by digest, because their signatures are checked. */
  releaseDigestsOnly?: boolean
}

/** What an admission webhook of Hive is asked. The API server has checked the objects against their schema before. */
export interface HiveAdmissionRequest<T extends KubeObject = KubeObject> extends HiveAdmissionSettings {
  kind: string
  operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  /** The object to be stored; missing for a delete. */
  object?: T | null
  /** The object that is stored; missing for a create. */
  oldObject?: T | null
}

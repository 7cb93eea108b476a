/** The prefix of all labels, annotations and finalizers of Hive. */
const PREFIX = 'hive.openshift.io'

/** Annotations by which people and programs steer Hive. */
export const ANNOTATIONS = {
  reconcilePause: `${PREFIX}/reconcile-pause`,
  syncSetPause: `${PREFIX}/syncset-pause`,
  powerStatePause: `${PREFIX}/powerstate-pause`,
  protectedDelete: `${PREFIX}/protected-delete`,
  deleteAfter: `${PREFIX}/delete-after`,
  tryInstallOnce: `${PREFIX}/try-install-once`,
  fakeCluster: `${PREFIX}/fake-cluster`,
  relocate: `${PREFIX}/relocate`,
  minimalInstallMode: `${PREFIX}/minimal-install-mode`,
  removeClusterFromPool: `${PREFIX}/remove-cluster-from-pool`,
  clusterPoolSpecHash: `${PREFIX}/cluster-pool-spec-hash`,
  syncClusterVersionStatus: `${PREFIX}/sync-clusterversion-status`,
} as const

/** Labels that Hive puts on objects, and by which it finds them. */
export const LABELS = {
  clusterPlatform: `${PREFIX}/cluster-platform`,
  clusterRegion: `${PREFIX}/cluster-region`,
  clusterDeploymentName: `${PREFIX}/cluster-deployment-name`,
  clusterProvisionName: `${PREFIX}/cluster-provision-name`,
  jobType: `${PREFIX}/job-type`,
  install: `${PREFIX}/install`,
  secretType: `${PREFIX}/secret-type`,
  dnsZoneType: `${PREFIX}/dnszone-type`,
  version: `${PREFIX}/version`,
  versionMajor: `${PREFIX}/version-major`,
  versionMajorMinor: `${PREFIX}/version-major-minor`,
  versionMajorMinorPatch: `${PREFIX}/version-major-minor-patch`,
  resumeSkipsClusterOperators: `${PREFIX}/resume-skips-cluster-operators`,
} as const

/** What must be cleaned up before objects may go. */
export const FINALIZERS = {
  deprovision: `${PREFIX}/deprovision`,
  dnsZone: `${PREFIX}/dnszone`,
  dnsEndpoint: `${PREFIX}/dnsendpoint`,
} as const

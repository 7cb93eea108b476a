/** The conditions that a new ClusterDeployment starts with. */
export const DEPLOYMENT_CONDITIONS = [
  'DNSNotReady',
  'InstallImagesNotResolved',
  'ProvisionFailed',
  'SyncSetFailed',
  'InstallLaunchError',
  'DeprovisionLaunchError',
  'ProvisionStopped',
  'AuthenticationFailure',
  'RequirementsMet',
  'Provisioned',
  'ClusterInstallFailed',
  'ClusterInstallCompleted',
  'ClusterInstallStopped',
  'ClusterInstallRequirementsMet',
  'InstallerImageResolutionFailed',
  // Those of the controllers that look after installed clusters, which have nothing to say before.
  'Hibernating',
  'Ready',
  'Unreachable',
  'ActiveAPIURLOverride',
] as const

/** That nothing more is tried; why is said by ProvisionStopped. */
export const PROVISION_STOPPED = {
  type: 'Provisioned',
  status: 'False',
  reason: 'ProvisionStopped',
  message: 'Provisioning failed terminally (see the ProvisionStopped condition for details)',
} as const

/** That it is under way. */
export const provisioning = (message: string) =>
  ({ type: 'Provisioned', status: 'False', reason: 'Provisioning', message }) as const

/** That it is done. */
export const PROVISIONED = {
  type: 'Provisioned',
  status: 'True',
  reason: 'Provisioned',
  message: 'Cluster is provisioned',
} as const

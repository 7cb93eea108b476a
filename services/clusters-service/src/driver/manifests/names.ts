/** The label that says to which cluster an object on a shard belongs. */
export const CLUSTER_ID_LABEL = 'api.openshift.com/id'

/** The Secret that the account operator writes the credentials of an AWS account to. */
export const AWS_CREDENTIALS_SECRET = 'aws'
/** The Secret that the project operator writes the credentials of a GCP project to. */
export const GCP_CREDENTIALS_SECRET = 'gcp'
/** The Secret with credentials that a customer brought. */
export const OWN_CREDENTIALS_SECRET = 'byoc'

/** The Secret with the install-config of a cluster. */
export const installConfigSecretName = (clusterName: string): string => `${clusterName}-install-config`
/** The Secret with the pull secret of a cluster. */
export const pullSecretName = (clusterName: string): string => `${clusterName}-pull`
/** The Secret with the key by which the nodes of a cluster can be entered. */
export const sshSecretName = (clusterName: string): string => `${clusterName}-ssh`
/** The name of a MachinePool; Hive refuses any other. */
export const machinePoolName = (clusterName: string, pool: string): string => `${clusterName}-${pool}`

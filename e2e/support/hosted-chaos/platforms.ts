const SUBSCRIPTION = '11111111-2222-3333-4444-555555555555'
const TENANT = '99999999-2222-3333-4444-555555555555'
const NETWORK = `/subscriptions/${SUBSCRIPTION}/resourceGroups/net/providers/Microsoft.Network`
const SUBNET = `${NETWORK}/virtualNetworks/v1/subnets/s1`

const identity = (name: string) => ({ credentialsSecretName: name, objectEncoding: 'utf-8' })

/** Where clusters are, and by which identities they work. */
const AZURE = {
  location: 'uksouth',
  resourceGroup: 'managed-rg',
  subscriptionID: SUBSCRIPTION,
  tenantID: TENANT,
  vnetID: `${NETWORK}/virtualNetworks/v1`,
  subnetID: SUBNET,
  securityGroupID: `${NETWORK}/networkSecurityGroups/n1`,
  azureAuthenticationConfig: {
    azureAuthenticationConfigType: 'ManagedIdentities',
    managedIdentities: {
      controlPlane: {
        managedIdentitiesKeyVault: { name: 'kv1', tenantID: TENANT },
        ...Object.fromEntries(
          ['cloudProvider', 'nodePoolManagement', 'controlPlaneOperator', 'ingress', 'network', 'disk', 'file'].map(
            (component) => [component, identity(component.toLowerCase())],
          ),
        ),
      },
      dataPlane: { imageRegistryMSIClientID: 'a', diskMSIClientID: 'b', fileMSIClientID: 'c' },
    },
  },
}

const AZURE_MACHINES = {
  vmSize: 'Standard_D8s_v3',
  image: { type: 'AzureMarketplace' },
  osDisk: { sizeGiB: 128, diskStorageAccountType: 'Premium_LRS' },
  subnetID: SUBNET,
}

const AWS_ROLES = [
  'ingress',
  'imageRegistry',
  'storage',
  'network',
  'kubeCloudController',
  'nodePoolManagement',
  'controlPlaneOperator',
]

const AWS = {
  region: 'us-east-1',
  rolesRef: Object.fromEntries(AWS_ROLES.map((role) => [`${role}ARN`, `arn:aws:iam::1:role/${role}`])),
}

const AWS_MACHINES = { instanceType: 'm5.xlarge', subnet: { id: 'subnet-1' } }

/** What clusters and their pools say of where they are. */
export const PLATFORMS = {
  Azure: { cluster: { type: 'Azure', azure: AZURE }, pool: { type: 'Azure', azure: AZURE_MACHINES } },
  AWS: { cluster: { type: 'AWS', aws: AWS }, pool: { type: 'AWS', aws: AWS_MACHINES } },
  KubeVirt: { cluster: { type: 'KubeVirt', kubevirt: {} }, pool: { type: 'KubeVirt', kubevirt: {} } },
} as const

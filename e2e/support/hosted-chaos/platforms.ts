const SUBSCRIPTION = '11111111-2222-3333-4444-555555555555'
const TENANT = '99999999-2222-3333-4444-555555555555'
const NETWORK = `/subscriptions/${SUBSCRIPTION}/resourceGroups/net/providers/Microsoft.Network`
const SUBNET = `${NETWORK}/virtualNetworks/v1/subnets/s1`

const identity = (name: string) => ({ credentialsSecretName: name, objectEncoding: 'utf-8' })

/** Where clusters are, and by which identities they work. */
export const azurePlatform = {
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

/** What the machines of a pool are. */
export const azureMachines = {
  vmSize: 'Standard_D8s_v3',
  image: { type: 'AzureMarketplace' },
  osDisk: { sizeGiB: 128, diskStorageAccountType: 'Premium_LRS' },
  subnetID: SUBNET,
}

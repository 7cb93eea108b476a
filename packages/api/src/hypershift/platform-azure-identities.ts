import { s } from '@skep/schema'
import { checked, memberOnlyWith } from '../openshift/rules.ts'
import { clientID, text } from './fields.ts'

/** An identity whose credentials a key vault holds. */
export const managedIdentity = (description: string) =>
  s.object(
    {
      clientID: s.optional(clientID('Id of the identity.')),
      credentialsSecretName: s.string({
        description: 'Name of the credentials in the key vault.',
        pattern: '^[a-zA-Z0-9-]+$',
        minLength: 1,
        maxLength: 127,
      }),
      objectEncoding: s.enum(['utf-8', 'hex', 'base64'], { description: 'How the credentials are written there.' }),
    },
    { description },
  )

const controlPlane = s.object(
  {
    managedIdentitiesKeyVault: s.object(
      { name: text('Name of the key vault.'), tenantID: text('Tenant of the key vault.') },
      { description: 'Key vault with the credentials of the identities.' },
    ),
    cloudProvider: managedIdentity('Identity of the cloud provider.'),
    nodePoolManagement: managedIdentity('Identity that makes machines.'),
    controlPlaneOperator: managedIdentity('Identity of the control plane operator.'),
    imageRegistry: s.optional(managedIdentity('Identity of the image registry.')),
    ingress: managedIdentity('Identity of ingress.'),
    network: managedIdentity('Identity of the network operator.'),
    disk: managedIdentity('Identity of the disk driver.'),
    file: managedIdentity('Identity of the file driver.'),
  },
  { description: 'Identities of components beside the control plane.' },
)

const dataPlane = s.object(
  {
    imageRegistryMSIClientID: text('Client id of the image registry.'),
    diskMSIClientID: text('Client id of the disk driver.'),
    fileMSIClientID: text('Client id of the file driver.'),
  },
  { description: 'Identities of components in the cluster.' },
)

/** An identity that a token of the cluster stands for. */
export const workloadIdentity = (description: string) =>
  s.object({ clientID: clientID('Id of the identity.') }, { description })

const workloadIdentities = s.object(
  {
    imageRegistry: workloadIdentity('Identity of the image registry.'),
    ingress: workloadIdentity('Identity of ingress.'),
    file: workloadIdentity('Identity of the file driver.'),
    disk: workloadIdentity('Identity of the disk driver.'),
    nodePoolManagement: workloadIdentity('Identity that makes machines.'),
    cloudProvider: workloadIdentity('Identity of the cloud provider.'),
    network: workloadIdentity('Identity of the network operator.'),
    controlPlaneOperator: s.optional(workloadIdentity('Identity of the control plane operator.')),
  },
  { description: 'Identities that tokens of the cluster stand for.' },
)

const TYPE = 'azureAuthenticationConfigType'

/** By which identities the components of a cluster use Azure. */
export const azureAuthenticationConfig = s.object(
  {
    azureAuthenticationConfigType: s.enum(['ManagedIdentities', 'WorkloadIdentities'], {
      description: 'Which of the members says so. ManagedIdentities makes it a cluster of a managed service.',
    }),
    managedIdentities: s.optional(
      s.object({ controlPlane, dataPlane }, { description: 'Identities whose credentials a key vault holds.' }),
    ),
    workloadIdentities: s.optional(workloadIdentities),
  },
  {
    description: 'By which identities the components of the cluster use Azure.',
    ...checked(
      memberOnlyWith(TYPE, 'ManagedIdentities', 'managedIdentities'),
      memberOnlyWith(TYPE, 'WorkloadIdentities', 'workloadIdentities'),
    ),
  },
)

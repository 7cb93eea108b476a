import { s } from '@skep/schema'
import { localReference } from '../openshift/references.ts'
import { optionalText, text } from './fields.ts'

/** Where in IBM Power Virtual Server a cluster is. */
export const PowerVsPlatform = s.object(
  {
    accountID: text('Account of the cluster.'),
    cisInstanceCRN: s.string({ description: 'Internet service with its domain.', maxLength: 255, pattern: '^crn:' }),
    resourceGroup: text('Resource group of the cluster.'),
    region: text('Region of the cluster.'),
    zone: text('Zone of the cluster.'),
    subnet: s.object(
      { id: optionalText('Id of the subnet.'), name: optionalText('Name of the subnet.') },
      { description: 'Subnet of the machines.' },
    ),
    serviceInstanceID: text('Workspace of the machines.'),
    vpc: s.object(
      {
        name: text('Name of the network.'),
        region: text('Region of the network.'),
        zone: optionalText('Zone of the network.'),
        subnet: optionalText('Subnet of load balancers.'),
      },
      { description: 'Network of the load balancers.' },
    ),
    kubeCloudControllerCreds: localReference('Secret of the cloud provider.'),
    nodePoolManagementCreds: localReference('Secret to make machines with.'),
    ingressOperatorCloudCreds: localReference('Secret of ingress.'),
    storageOperatorCloudCreds: localReference('Secret of the volume driver.'),
    imageRegistryOperatorCloudCreds: localReference('Secret of the image registry.'),
  },
  { description: 'IBM Power Virtual Server.' },
)

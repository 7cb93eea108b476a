import { s } from '@skep/schema'
import { optionalFlag, optionalText } from '../openshift/fields.ts'
import { optionalLocalReference } from '../openshift/references.ts'

const Subnet = s.object(
  {
    cidr: optionalText('Range of a subnet to create.'),
    existing: s.optional(
      s.object(
        { name: s.string({ description: 'Name of the subnet.' }), project: optionalText('Project it is in.') },
        { description: 'A subnet that is there already.' },
      ),
    ),
  },
  { description: 'Subnet of the service attachment.' },
)

/** A cluster on GCP. */
export const GcpPlatform = s.object({
  credentialsSecretRef: optionalLocalReference('Secret with osServiceAccount.json.'),
  region: s.string({ description: 'Region to install in.' }),
  discardLocalSsdOnHibernate: optionalFlag('Whether hibernating may lose what is on local SSDs.'),
  privateServiceConnect: s.optional(
    s.object(
      {
        enabled: s.bool({ description: 'Whether Hive reaches the cluster through Private Service Connect.' }),
        serviceAttachment: s.optional(
          s.object({ subnet: s.optional(Subnet) }, { description: 'How the API of the cluster is attached.' }),
        ),
      },
      { description: 'Private access from Hive to the API of the cluster.' },
    ),
  ),
})

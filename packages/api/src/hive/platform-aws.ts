import { s } from '@skep/schema'
import { optionalText, optionalTextMap, optionalTexts } from '../openshift/fields.ts'
import { optionalLocalReference } from '../openshift/references.ts'

/** How to get at an AWS account: a Secret, or a role to assume. */
export const awsCredentials = {
  credentialsSecretRef: optionalLocalReference('Secret with aws_access_key_id and aws_secret_access_key.'),
  credentialsAssumeRole: s.optional(
    s.object(
      {
        roleARN: s.string({ description: 'Role to assume.' }),
        externalID: optionalText('What the trust policy of the role expects to be told.'),
      },
      { description: 'Role to assume instead of using a Secret.' },
    ),
  ),
}

/** A cluster on AWS. */
export const AwsPlatform = s.object({
  ...awsCredentials,
  region: s.string({ description: 'Region to install in.' }),
  userTags: optionalTextMap('Tags of every resource of the cluster.'),
  privateLink: s.optional(
    s.object(
      {
        enabled: s.bool({ description: 'Whether Hive reaches the cluster through a VPC endpoint.' }),
        additionalAllowedPrincipals: optionalTexts('Who else may connect to the endpoint service.'),
      },
      { description: 'Private access from Hive to the API of the cluster.' },
    ),
  ),
})

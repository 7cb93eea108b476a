import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditionsByType } from '../openshift/conditions.ts'
import { ageColumn, optionalFlag, optionalText } from '../openshift/fields.ts'
import { LegalEntity } from '../openshift/legal-entity.ts'
import { NameReference, namespacedReference } from '../openshift/references.ts'
import { awsAccountsV1Alpha1, stateColumn } from './group.ts'

const aws = s.object(
  { regions: s.array(NameReference, { description: 'Regions that the account is prepared for.' }) },
  { description: 'Where the account will be used.' },
)

const fleetManagerConfig = s.object(
  { trustedARN: s.string({ description: 'Who may assume the role in the account.' }) },
  { description: 'Access for a fleet manager, in place of a user.' },
)

const spec = s.object(
  {
    legalEntity: LegalEntity,
    awsCredentialSecret: namespacedReference('Secret to write the credentials to.'),
    aws,
    accountLink: s.string({ description: 'Account that was assigned; empty until then.' }),
    accountOU: optionalText('Organizational unit that the account was moved to.'),
    accountPool: optionalText('Pool to take the account from.'),
    byoc: optionalFlag("Whether the account is the customer's own."),
    byocAWSAccountID: optionalText("Id of the customer's own account."),
    byocSecretRef: s.optional(namespacedReference("Secret with credentials of the customer's own account.")),
    customTags: optionalText('Tags for the resources of the account.'),
    fleetManagerConfig: s.optional(fleetManagerConfig),
    kmsKeyId: optionalText('Key that volumes are encrypted with.'),
    manualSTSMode: optionalFlag('Whether roles are assumed rather than users created.'),
    stsExternalID: optionalText('What the trust policy of the role expects to be told.'),
    stsRoleARN: optionalText('Role to assume.'),
    supportRoleARN: optionalText('Role of support staff.'),
  },
  { description: 'The account that is asked for.' },
)

const status = s.object(
  {
    conditions: probedConditionsByType(),
    state: s.string({ description: 'Pending, Ready or Error.' }),
  },
  { description: 'What became of the claim.' },
)

/** Asks for an AWS account. */
export const AccountClaim = defineKind({
  ...awsAccountsV1Alpha1,
  kind: 'AccountClaim',
  plural: 'accountclaims',
  schema: s.object({ ...kubeObject, spec, status: s.optional(status) }, { description: 'Asks for an AWS account.' }),
  columns: [stateColumn, { name: 'Account', type: 'string', jsonPath: '.spec.accountLink' }, ageColumn],
})
export type AccountClaim = ObjectOf<typeof AccountClaim>

import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { LooseCondition } from '../openshift/conditions.ts'
import { ageColumn, optionalFlag, optionalText } from '../openshift/fields.ts'
import { LegalEntity } from '../openshift/legal-entity.ts'
import { awsAccountsV1Alpha1, stateColumn } from './group.ts'

const quotas = s.map(
  s.object({
    status: s.string({ description: 'How far the change of the quota is.' }),
    value: s.integer({ description: 'The quota.' }),
  }),
)

const serviceQuotas = {
  globalServiceQuotas: s.optional(s.with(quotas, { description: 'Quotas of the account, by code.' })),
  regionalServiceQuotas: s.optional(s.map(quotas, { description: 'Quotas by region and code.' })),
}

const spec = s.object(
  {
    awsAccountID: s.string({ description: 'Id of the account; empty until it is made.' }),
    iamUserSecret: s.string({ description: 'Secret with the credentials of its user.' }),
    byoc: optionalFlag("Whether the account is the customer's own."),
    claimLink: optionalText('AccountClaim that has it.'),
    claimLinkNamespace: optionalText('Namespace of that claim.'),
    legalEntity: s.optional(LegalEntity),
    manualSTSMode: optionalFlag('Whether roles are assumed rather than users created.'),
    accountPool: optionalText('Pool that the account is of.'),
    ...serviceQuotas,
  },
  { description: 'The account and who has it.' },
)

const status = s.object(
  {
    claimed: optionalFlag('Whether a claim has it.'),
    supportCaseID: optionalText('Support case for its limits.'),
    conditions: s.optional(s.array(LooseCondition, { description: 'What is known about it.', listType: 'atomic' })),
    state: optionalText('How far it is: Creating, PendingVerification, Ready, Failed and so on.'),
    rotateCredentials: optionalFlag('Whether its credentials shall be renewed.'),
    rotateConsoleCredentials: optionalFlag('Whether its console credentials shall be renewed.'),
    reused: optionalFlag('Whether a claim had it before.'),
    optInRegions: s.optional(
      s.map(s.object({ status: s.string({ description: 'How far it is.' }) }), {
        description: 'Regions that had to be enabled.',
      }),
    ),
    ...serviceQuotas,
  },
  { description: 'What is known of the account.' },
)

/** An AWS account. */
export const AwsAccount = defineKind({
  ...awsAccountsV1Alpha1,
  kind: 'Account',
  plural: 'accounts',
  schema: s.object({ ...kubeObject, spec, status: s.optional(status) }, { description: 'An AWS account.' }),
  columns: [
    stateColumn,
    { name: 'Claimed', type: 'boolean', jsonPath: '.status.claimed' },
    { name: 'Claim', type: 'string', jsonPath: '.spec.claimLink' },
    ageColumn,
  ],
})
export type AwsAccount = ObjectOf<typeof AwsAccount>

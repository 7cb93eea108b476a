import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditionsByType } from '../openshift/conditions.ts'
import { ageColumn, optionalText } from '../openshift/fields.ts'
import { namespacedReference } from '../openshift/references.ts'
import { awsAccountsV1Alpha1, stateColumn } from './group.ts'

const spec = s.object(
  {
    externalCustomerAWSIAMARN: s.string({ description: 'Who gets access.' }),
    awsCustomerCredentialSecret: namespacedReference('Secret with credentials of the account.'),
    awsFederatedRole: namespacedReference('The role to give.'),
  },
  { description: 'Who gets which role where.' },
)

const status = s.object(
  {
    state: s.string({ description: 'InProgress, Ready or Failed.' }),
    conditions: probedConditionsByType(),
    consoleURL: optionalText('Where to assume the role in the console.'),
  },
  { description: 'Whether access was given.' },
)

/** Gives a customer a role in an account. */
export const AwsFederatedAccountAccess = defineKind({
  ...awsAccountsV1Alpha1,
  kind: 'AWSFederatedAccountAccess',
  plural: 'awsfederatedaccountaccesses',
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'Gives a customer a role in an account.' },
  ),
  columns: [stateColumn, ageColumn],
})
export type AwsFederatedAccountAccess = ObjectOf<typeof AwsFederatedAccountAccess>

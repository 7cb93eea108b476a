import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditionsByType } from '../openshift/conditions.ts'
import { ageColumn, optionalTextMap, optionalTexts } from '../openshift/fields.ts'
import { awsAccountsV1Alpha1, stateColumn } from './group.ts'

const Statement = s.object({
  effect: s.string({ description: 'Allow or Deny.' }),
  action: s.array(s.string(), { description: 'What may be done.' }),
  resource: optionalTexts('To what.'),
  condition: s.optional(
    s.object(
      {
        StringEquals: optionalTextMap('Keys that must have exactly these values.'),
        StringLike: optionalTextMap('Keys that must match these patterns.'),
      },
      { description: 'When.' },
    ),
  ),
  principal: s.optional(
    s.object({ AWS: s.array(s.string(), { description: 'AWS principals.' }) }, { description: 'By whom.' }),
  ),
})

const spec = s.object(
  {
    roleDisplayName: s.string({ description: 'Name of the role, for people.' }),
    roleDescription: s.string({ description: 'What the role is for.' }),
    awsCustomPolicy: s.optional(
      s.object(
        {
          name: s.string({ description: 'Name of the policy.' }),
          description: s.string({ description: 'What the policy is for.' }),
          awsStatements: s.array(Statement, { description: 'What it allows.' }),
        },
        { description: 'A policy of its own.' },
      ),
    ),
    awsManagedPolicies: s.optional(
      s.array(s.string(), { description: 'Names of policies of AWS.', listType: 'atomic' }),
    ),
  },
  { description: 'What the role allows.' },
)

const status = s.object(
  { state: s.string({ description: 'Valid or Invalid.' }), conditions: probedConditionsByType() },
  { description: 'Whether the role can be used.' },
)

/** A role that customers may be given in their accounts. */
export const AwsFederatedRole = defineKind({
  ...awsAccountsV1Alpha1,
  kind: 'AWSFederatedRole',
  plural: 'awsfederatedroles',
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'A role that customers may be given in their accounts.' },
  ),
  columns: [stateColumn, ageColumn],
})
export type AwsFederatedRole = ObjectOf<typeof AwsFederatedRole>

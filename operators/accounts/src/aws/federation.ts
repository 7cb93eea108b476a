import { AccountClaim, AwsAccount, AwsFederatedAccountAccess, AwsFederatedRole } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Reconciler, type Result, withStatus } from '@skep/controller'
import { type Statement, withCondition } from '../conditions.ts'
import { drawText, type OperatorParts } from '../parts.ts'
import { ACCOUNT_NAMESPACE } from './settings.ts'

/** What the names of AWS' own policies look like. */
const MANAGED_POLICY = /^[A-Za-z0-9_+=,.@-]+(\/[A-Za-z0-9_+=,.@-]+)*$/
const UID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Says whether roles could be given to anybody. */
export const federatedRoleReconciler =
  ({ client, clock }: OperatorParts): Reconciler =>
  async (_ctx, key) => {
    const role = await client.get(AwsFederatedRole, key)
    if (!role) return {}
    return withStatus(client, AwsFederatedRole, role, async () => {
      const problem = roleProblem(role.spec)
      const statement: Statement = problem
        ? { type: 'Invalid', status: 'True', reason: problem, message: ROLE_PROBLEMS[problem] }
        : {
            type: 'Valid',
            status: 'True',
            reason: 'AllPoliciesValid',
            message: 'All managed and custom policies are validated',
          }
      // Only one of the two is ever stated.
      const conditions = withCondition(
        (role.status?.conditions ?? []).filter(({ type }) => type === statement.type),
        statement,
        clock.now(),
      )
      role.status = { state: problem ? 'Invalid' : 'Valid', conditions }
      return {}
    })
  }

const ROLE_PROBLEMS = {
  NoAWSCustomPolicyOrAWSManagedPolicies: 'AWSCustomPolicy and/or AWSManagedPolicies do not exist',
  InvalidCustomerPolicy: 'Custom policy is malformed',
  InvalidManagedPolicy: 'Managed policy is malformed',
} as const

function roleProblem({
  awsCustomPolicy,
  awsManagedPolicies = [],
}: AwsFederatedRole['spec']): keyof typeof ROLE_PROBLEMS | undefined {
  const statements = awsCustomPolicy?.awsStatements ?? []
  if (!awsCustomPolicy?.name && awsManagedPolicies.length === 0) return 'NoAWSCustomPolicyOrAWSManagedPolicies'
  const isMalformed = ({ effect, action }: (typeof statements)[number]) =>
    !['Allow', 'Deny'].includes(effect) || action.length === 0
  if (awsCustomPolicy?.name && (statements.length === 0 || statements.some(isMalformed))) return 'InvalidCustomerPolicy'
  return awsManagedPolicies.every((name) => MANAGED_POLICY.test(name)) ? undefined : 'InvalidManagedPolicy'
}

/** Gives customers roles in their accounts. */
export const federatedAccessReconciler =
  (parts: OperatorParts): Reconciler =>
  async (_ctx, key) => {
    const access = await parts.client.get(AwsFederatedAccountAccess, key)
    if (!access || access.metadata.deletionTimestamp !== undefined || access.status?.state === 'Ready') return {}
    return withStatus(parts.client, AwsFederatedAccountAccess, access, () => giveAccess(parts, access))
  }

async function giveAccess(parts: OperatorParts, access: Stored<AwsFederatedAccountAccess>): Promise<Result> {
  const { client, random } = parts
  const role = await client.get(AwsFederatedRole, access.spec.awsFederatedRole)
  if (!role) return setState(parts, access, 'Failed', 'Requested role does not exist')
  if (role.status?.state !== 'Valid') return setState(parts, access, 'Failed', 'Requested role is not valid')
  const labels = {
    uid: access.metadata.labels?.['uid'] ?? drawText(random, 6, UID_ALPHABET),
    awsAccountID: access.metadata.labels?.['awsAccountID'] ?? (await accountOf(parts, access)),
  }
  await client.patch(AwsFederatedAccountAccess, access.metadata, { type: 'merge', body: { metadata: { labels } } })
  setState(parts, access, 'Ready', 'Account Access Ready')
  const consoleURL = `https://signin.aws.amazon.com/switchrole?account=${labels.awsAccountID}&roleName=${role.metadata.name}-${labels.uid}`
  access.status = { ...access.status!, consoleURL }
  return {}
}

/** The account of the claim that the credentials were written for; one of its own where nobody knows them. */
async function accountOf(
  { client, random }: OperatorParts,
  { spec }: Stored<AwsFederatedAccountAccess>,
): Promise<string> {
  const { namespace, name: secret } = spec.awsCustomerCredentialSecret
  const { items } = await client.list(AccountClaim, { namespace })
  const name = items.find((claim) => claim.spec.awsCredentialSecret.name === secret)?.spec.accountLink
  const account = name ? await client.get(AwsAccount, { namespace: ACCOUNT_NAMESPACE, name }) : undefined
  return account?.spec.awsAccountID || drawText(random, 12, '0123456789')
}

function setState(
  { clock }: OperatorParts,
  access: Stored<AwsFederatedAccountAccess>,
  state: 'Ready' | 'Failed',
  message: string,
): Result {
  const statement = { type: state, status: 'True', reason: state, message } as const
  access.status = { state, conditions: withCondition(access.status?.conditions, statement, clock.now()) }
  return {}
}

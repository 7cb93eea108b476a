import { type Column, defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { awsAccountsV1Alpha1 } from './group.ts'

const status = s.object(
  {
    poolSize: s.integer({ description: 'Unclaimed accounts to keep.' }),
    unclaimedAccounts: s.integer({ description: 'Accounts that no claim has.' }),
    claimedAccounts: s.integer({ description: 'Accounts that a claim has.' }),
    availableAccounts: s.integer({ description: 'Accounts that are ready for a claim.' }),
    accountsProgressing: s.integer({ description: 'Accounts that are being prepared.' }),
    accountsPending: s.integer({ description: 'Accounts that wait for AWS.' }),
    awsLimitDelta: s.integer({ description: 'Accounts that AWS still allows.' }),
  },
  { description: 'How many accounts there are.' },
)

const column = (name: string, field: string): Column => ({ name, type: 'integer', jsonPath: `.status.${field}` })

/** AWS accounts kept ready for claims. */
export const AwsAccountPool = defineKind({
  ...awsAccountsV1Alpha1,
  kind: 'AccountPool',
  plural: 'accountpools',
  schema: s.object(
    {
      ...kubeObject,
      spec: s.object(
        { poolSize: s.integer({ description: 'Unclaimed accounts to keep.' }) },
        { description: 'How many accounts to keep.' },
      ),
      status: s.optional(status),
    },
    { description: 'AWS accounts kept ready for claims.' },
  ),
  columns: [
    column('Pool Size', 'poolSize'),
    column('Unclaimed Accounts', 'unclaimedAccounts'),
    column('Claimed Accounts', 'claimedAccounts'),
    column('Available Accounts', 'availableAccounts'),
    column('Accounts Progressing', 'accountsProgressing'),
    column('Accounts Pending', 'accountsPending'),
    column('AWS Limit Delta', 'awsLimitDelta'),
  ],
})
export type AwsAccountPool = ObjectOf<typeof AwsAccountPool>

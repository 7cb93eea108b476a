import { AwsFederatedAccountAccess, AwsFederatedRole } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startClouds } from '../test/clouds.ts'

const reader = { namespace: 'aws-account-operator', name: 'reader' }
const access = { namespace: 'default', name: 'access' }
const words = { roleDisplayName: 'Reader', roleDescription: 'Reads' }
const policy = (effect: string) => ({
  name: 'own',
  description: 'own',
  awsStatements: [{ effect, action: ['ec2:Describe*'], resource: ['*'] }],
})

describe('a role for customers', () => {
  it.each([
    [{}, 'Invalid', 'NoAWSCustomPolicyOrAWSManagedPolicies'],
    [{ awsCustomPolicy: policy('Perhaps') }, 'Invalid', 'InvalidCustomerPolicy'],
    [{ awsManagedPolicies: ['no such policy'] }, 'Invalid', 'InvalidManagedPolicy'],
    [{ awsCustomPolicy: policy('Allow'), awsManagedPolicies: ['ReadOnlyAccess'] }, 'Valid', 'AllPoliciesValid'],
  ])('with %j is %s', async (spec, state, reason) => {
    const { client, clock } = await startClouds({ poolSize: 0 })
    await client.create(AwsFederatedRole, { metadata: reader, spec: { ...words, ...spec } })
    await clock.settle()

    const role = await client.get(AwsFederatedRole, reader)
    expect(role?.status?.state).toBe(state)
    expect(role?.status?.conditions.map((condition) => condition.reason)).toEqual([reason])
  })
})

describe('access of a customer', () => {
  const spec = {
    externalCustomerAWSIAMARN: 'arn:aws:iam::111122223333:user/me',
    awsCustomerCredentialSecret: { namespace: 'default', name: 'c1-aws' },
    awsFederatedRole: reader,
  }

  it('is given in the account of the claim, with a page to switch roles', async () => {
    const clouds = await startClouds({ poolSize: 1 })
    await clouds.clock.advance(10_000)
    await clouds.claimAccount('c1')
    const [account] = await clouds.accounts()
    const role = { ...words, awsManagedPolicies: ['ReadOnlyAccess'] }
    await clouds.client.create(AwsFederatedRole, { metadata: reader, spec: role })
    await clouds.clock.settle()
    await clouds.client.create(AwsFederatedAccountAccess, { metadata: access, spec })
    await clouds.clock.settle()

    const given = await clouds.client.get(AwsFederatedAccountAccess, access)
    const { uid, awsAccountID } = given?.metadata.labels ?? {}
    expect(given?.status?.state).toBe('Ready')
    expect(given?.status?.conditions.map(({ message }) => message)).toEqual(['Account Access Ready'])
    expect(awsAccountID).toBe(account?.spec.awsAccountID)
    expect(given?.status?.consoleURL).toBe(
      `https://signin.aws.amazon.com/switchrole?account=${awsAccountID}&roleName=reader-${uid}`,
    )
  })

  it('fails without the role', async () => {
    const { client, clock } = await startClouds({ poolSize: 0 })
    await client.create(AwsFederatedAccountAccess, { metadata: access, spec })
    await clock.settle()

    const failed = await client.get(AwsFederatedAccountAccess, access)
    expect(failed?.status?.state).toBe('Failed')
    expect(failed?.status?.conditions.map(({ message }) => message)).toEqual(['Requested role does not exist'])
  })
})

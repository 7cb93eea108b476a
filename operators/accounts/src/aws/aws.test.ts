import { AccountClaim, AwsAccount, AwsAccountPool, ConfigMap } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startClouds, type TestClouds } from '../test/clouds.ts'

const POOL = { namespace: 'aws-account-operator', name: 'default' }
const LIMIT = { namespace: 'aws-account-operator', name: 'aws-account-operator-configmap' }
const MINUTE = 60_000

const statesOf = async (clouds: TestClouds) => (await clouds.accounts()).map(({ status }) => status?.state)
const saysOf = (claim: AccountClaim | undefined) =>
  claim?.status?.conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`)

describe('a pool of AWS accounts', () => {
  it('is filled one account at a time', async () => {
    const clouds = await startClouds()
    const first = await statesOf(clouds)
    await clouds.clock.advance(2_000)
    const second = await statesOf(clouds)
    await clouds.clock.advance(20_000)

    expect(first).toEqual(['Creating'])
    expect(second.sort()).toEqual(['Creating', 'PendingVerification'])
    expect(await statesOf(clouds)).toEqual(['Ready', 'Ready'])
    expect((await clouds.client.get(AwsAccountPool, POOL))?.status).toEqual({
      poolSize: 2,
      unclaimedAccounts: 2,
      claimedAccounts: 0,
      availableAccounts: 2,
      accountsProgressing: 0,
      accountsPending: 0,
      awsLimitDelta: 98,
    })
  })

  it('makes accounts that have an id, a user and a secret', async () => {
    const clouds = await startClouds({ poolSize: 1 })
    await clouds.clock.advance(10_000)
    const [account] = await clouds.accounts()

    expect(account?.metadata.name).toMatch(/^osd-creds-mgmt-[a-z0-9]{6}$/)
    expect(account?.metadata.finalizers).toEqual(['finalizer.aws.managed.openshift.io'])
    expect(account?.spec.awsAccountID).toMatch(/^\d{12}$/)
    const secret = await clouds.secret(account?.spec.iamUserSecret ?? '', 'aws-account-operator')
    expect(secret?.['aws_user_name']).toBe(`osdManagedAdmin-${account?.metadata.labels?.['iamUserId']}`)
    expect(account?.status?.conditions?.map(({ type, message }) => `${type}: ${message}`)).toEqual([
      'Creating: Attempting to create account',
      'PendingVerification: Account pending verification in AWS',
      'InitializingRegions: Initializing Regions',
      'Ready: Account ready to be claimed',
    ])
  })

  it('stops at the limit of the organization, and goes on when that is raised', async () => {
    const clouds = await startClouds({ poolSize: 0 })
    await clouds.client.create(ConfigMap, { metadata: LIMIT, data: { 'account-limit': '1' } })
    await clouds.client.create(AwsAccountPool, { metadata: POOL, spec: { poolSize: 3 } })
    await clouds.clock.advance(MINUTE)
    const before = await statesOf(clouds)
    await clouds.client.patch(ConfigMap, LIMIT, { type: 'merge', body: { data: { 'account-limit': '3' } } })
    await clouds.clock.advance(6 * MINUTE)

    expect(before).toEqual(['Ready'])
    expect(await statesOf(clouds)).toEqual(['Ready', 'Ready', 'Ready'])
  })

  it('gives up an account that takes longer than 25 minutes to make', async () => {
    const clouds = await startClouds({ poolSize: 1 })
    clouds.behaviours.changeSection('accountclaim', { defaultDelaySeconds: 3 * 26 * 60 })
    const [account] = await clouds.accounts()
    await clouds.clock.advance(27 * MINUTE)

    const failed = await clouds.client.get(AwsAccount, account!.metadata)
    expect(failed?.status?.state).toBe('Failed')
    expect(failed?.status?.conditions?.at(-1)).toMatchObject({
      type: 'AccountCreationFailed',
      reason: 'CreationTimeout',
    })
  })

  it('starts an account again whose regions were being prepared when the operator went away', async () => {
    const clouds = await startClouds({ poolSize: 1 })
    await clouds.clock.advance(5_000)
    expect(await statesOf(clouds)).toEqual(['InitializingRegions'])

    await clouds.restart(500)
    expect(await statesOf(clouds)).toEqual(['Creating'])

    await clouds.clock.advance(7_000)
    expect(await statesOf(clouds)).toEqual(['Ready'])
  })
})

describe('an AccountClaim', () => {
  it('gets an account of the pool with its credentials, and the pool is filled up', async () => {
    const clouds = await startClouds({ poolSize: 1 })
    await clouds.clock.advance(10_000)
    const [account] = await clouds.accounts()
    await clouds.claimAccount('c1')
    const claim = await clouds.accountClaim('c1')
    await clouds.clock.advance(10_000)

    expect(claim?.status?.state).toBe('Ready')
    expect(claim?.spec.accountLink).toBe(account?.metadata.name)
    expect(saysOf(claim)).toContain(`Claimed True AccountClaimed: Account claim fulfilled by ${account?.metadata.name}`)
    const own = await clouds.secret(`${account?.metadata.name}-secret`, 'aws-account-operator')
    expect(await clouds.secret('c1-aws')).toEqual({
      aws_access_key_id: own?.['aws_access_key_id'],
      aws_secret_access_key: own?.['aws_secret_access_key'],
    })
    const accounts = await clouds.accounts()
    expect(accounts.filter(({ status }) => status?.claimed).map(({ spec }) => spec.claimLink)).toEqual(['c1'])
    expect(accounts.filter(({ status }) => status?.state === 'Ready' && !status.claimed).length).toBe(1)
  })

  it('has the account that it took before the operator was killed, and no other', async () => {
    const clouds = await startClouds({ poolSize: 2 })
    await clouds.clock.advance(MINUTE)
    const account = (await clouds.accounts())[1]!
    const spec = { claimLink: 'c1', claimLinkNamespace: 'default' }
    await clouds.client.patch(AwsAccount, account.metadata, { type: 'merge', body: { spec } })
    await clouds.clock.advance(MINUTE)
    await clouds.claimAccount('c1')
    await clouds.clock.advance(MINUTE)

    expect((await clouds.accountClaim('c1'))?.spec.accountLink).toBe(account.metadata.name)
    expect((await clouds.accounts()).filter((other) => other.spec.claimLink)).toHaveLength(1)
  })

  it('waits until there is an account', async () => {
    const clouds = await startClouds({ poolSize: 1 })
    await clouds.claimAccount('c1')
    const waiting = await clouds.accountClaim('c1')
    await clouds.clock.advance(10_000)

    expect(waiting?.status?.state).toBe('Pending')
    expect(saysOf(waiting)).toEqual(['Unclaimed True AccountClaimed: Attempting to claim account'])
    expect((await clouds.accountClaim('c1'))?.status?.state).toBe('Ready')
  })

  it('shares no account with another, however many come at once', async () => {
    const clouds = await startClouds({ poolSize: 3 })
    await clouds.clock.advance(MINUTE)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await clouds.claimAccount(name)
    await clouds.clock.advance(2 * MINUTE)

    const { items } = await clouds.client.list(AccountClaim)
    expect(items.map(({ status }) => status?.state)).toEqual(['Ready', 'Ready', 'Ready', 'Ready', 'Ready', 'Ready'])
    expect(new Set(items.map(({ spec }) => spec.accountLink)).size).toBe(6)
  })

  it('gives its account back, which then serves the same legal entity alone', async () => {
    const clouds = await startClouds({ poolSize: 1 })
    await clouds.clock.advance(10_000)
    await clouds.claimAccount('c1')
    const used = (await clouds.accountClaim('c1'))?.spec.accountLink
    await clouds.clock.advance(10_000)
    await clouds.client.delete(AccountClaim, { namespace: 'default', name: 'c1' })
    await clouds.clock.settle()
    const reused = (await clouds.accounts()).find(({ metadata }) => metadata.name === used)
    await clouds.claimAccount('stranger', { legalEntity: { id: 'e2', name: 'entity two' } })
    await clouds.claimAccount('friend')

    expect(reused?.status).toMatchObject({ state: 'Ready', claimed: false, reused: true, rotateCredentials: true })
    expect(reused?.spec.legalEntity?.id).toBe('e1')
    expect(await clouds.accountClaim('c1')).toBeUndefined()
    expect(await clouds.secret('c1-aws')).toBeUndefined()
    expect((await clouds.accountClaim('stranger'))?.spec.accountLink).not.toBe(used)
    expect((await clouds.accountClaim('friend'))?.spec.accountLink).toBe(used)
  })

  it('does not take an account that somebody paused', async () => {
    const clouds = await startClouds({ poolSize: 1 })
    await clouds.clock.advance(10_000)
    const [account] = await clouds.accounts()
    const annotations = { 'aws.managed.openshift.com/pause-reconciliation': 'true' }
    await clouds.client.patch(AwsAccount, account!.metadata, { type: 'merge', body: { metadata: { annotations } } })
    await clouds.clock.settle()
    await clouds.claimAccount('c1')

    expect((await clouds.accountClaim('c1'))?.status?.state).toBe('Pending')
  })

  it("uses the customer's own account when it is ready, and lets go of it", async () => {
    const clouds = await startClouds({ poolSize: 0 })
    const byoc = { byoc: true, byocAWSAccountID: '111122223333' }
    await clouds.claimAccount('own', { ...byoc, byocSecretRef: { name: 'mine', namespace: 'default' } })
    const waiting = await clouds.accountClaim('own')
    await clouds.clock.advance(6_000)
    const ready = await clouds.accountClaim('own')
    const [account] = await clouds.accounts()

    expect(waiting?.status?.state).toBe('Pending')
    expect(ready?.status?.state).toBe('Ready')
    expect(saysOf(ready)).toContain('Claimed True AccountClaimed: BYOC account ready')
    expect(account?.spec).toMatchObject({ byoc: true, awsAccountID: '111122223333', claimLink: 'own' })

    await clouds.client.delete(AccountClaim, { namespace: 'default', name: 'own' })
    await clouds.clock.settle()
    expect(await clouds.accounts()).toEqual([])
  })

  it.each([
    [{ awsCredentialSecret: { name: 's', namespace: 'elsewhere' } }, 'AWSSecretRefNamespaceMismatch'],
    [{ awsCredentialSecret: { name: '', namespace: '' } }, 'AWSSecretRefMissing'],
    [{ byoc: true }, 'BYOCAccountIDMissing'],
    [{ byoc: true, byocAWSAccountID: '1' }, 'BYOCSecretRefMissing'],
    [{ byoc: true, byocAWSAccountID: '1', manualSTSMode: true }, 'STSRoleARNMissing'],
    [
      { byoc: true, byocAWSAccountID: '1', byocSecretRef: { name: 's', namespace: 'elsewhere' } },
      'BYOCSecretRefNamespaceMismatch',
    ],
  ])('that cannot be served says why: %j', async (spec, reason) => {
    const clouds = await startClouds({ poolSize: 0 })
    await clouds.claimAccount('c1', spec)

    const claim = await clouds.accountClaim('c1')
    expect(claim?.status?.state).toBe('Error')
    expect(saysOf(claim)).toEqual([`InvalidAccountClaim True ${reason}: Invalid AccountClaim`])
  })

  it('that is fake is ready at once, and leaves nothing', async () => {
    const clouds = await startClouds({ poolSize: 0 })
    await clouds.claimAccount('c1', {}, { 'managed.openshift.com/fake': 'true' })
    const state = (await clouds.accountClaim('c1'))?.status?.state
    const secret = await clouds.secret('c1-aws')
    await clouds.client.delete(AccountClaim, { namespace: 'default', name: 'c1' })
    await clouds.clock.settle()

    expect(state).toBe('Ready')
    expect(secret).toEqual({ aws_access_key_id: 'fakeAccessKey', aws_secret_access_key: 'FakeSecretAccesskey' })
    expect(await clouds.accountClaim('c1')).toBeUndefined()
    expect(await clouds.secret('c1-aws')).toBeUndefined()
  })

  it('fails when it is told to, and goes on when that is taken back', async () => {
    const clouds = await startClouds({ poolSize: 1 })
    await clouds.clock.advance(10_000)
    const c1 = { namespace: 'default', name: 'c1' }
    clouds.behaviours.setFailure('accountclaim', c1, { condition: 'Broken', reason: 'Quota', message: 'none' })
    await clouds.claimAccount('c1')
    const failed = await clouds.accountClaim('c1')
    clouds.behaviours.clearOverride('accountclaim', c1)
    await clouds.clock.settle()

    expect(failed?.status?.state).toBe('Error')
    expect(saysOf(failed)).toEqual(['Broken True Quota: none'])
    expect((await clouds.accountClaim('c1'))?.status?.state).toBe('Ready')
  })
})

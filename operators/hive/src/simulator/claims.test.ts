import { Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startShard, type TestShard } from './test/shard.ts'

const broken = { condition: 'Broken', reason: 'Quota', message: 'none left' }

async function secretOf(shard: TestShard, name: string): Promise<Record<string, string>> {
  const secret = await shard.client.get(Secret, { namespace: 'default', name })
  const entries = Object.entries(secret?.data ?? {})
  return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]))
}

describe('an AccountClaim', () => {
  it('is pending for two seconds, then ready with credentials', async () => {
    const shard = await startShard()
    await shard.claimAccount('c1')
    const pending = await shard.accountClaim('c1')
    await shard.clock.advance(1_999)
    expect((await shard.accountClaim('c1')).status?.state).toBe('Pending')
    await shard.clock.advance(1)
    const ready = await shard.accountClaim('c1')

    expect(pending.status).toMatchObject({
      state: 'Pending',
      conditions: [
        { type: 'Unclaimed', status: 'True', reason: 'AccountPending', message: 'Account claim is pending' },
      ],
    })
    expect(ready.status?.state).toBe('Ready')
    expect(ready.status?.conditions.map(({ type, reason }) => `${type} ${reason}`)).toContain('Claimed AccountClaimed')
    expect(ready.spec.byocAWSAccountID).toMatch(/^123456789\d{3}$/)
    expect(await secretOf(shard, 'c1-aws')).toEqual({
      aws_access_key_id: 'simulated-access-key-id',
      aws_secret_access_key: 'simulated-secret-access-key',
    })
  })

  it('passes on credentials that somebody has', async () => {
    const shard = await startShard({}, { credentials: { aws: { accessKeyId: 'AKIA', secretAccessKey: 'shh' } } })
    await shard.claimAccount('c1')
    await shard.clock.advance(3_000)
    expect(await secretOf(shard, 'c1-aws')).toEqual({ aws_access_key_id: 'AKIA', aws_secret_access_key: 'shh' })
  })

  it('leaves a secret alone that is there', async () => {
    const shard = await startShard()
    const metadata = { namespace: 'default', name: 'c1-aws' }
    await shard.client.create(Secret, { metadata, stringData: { aws_access_key_id: 'mine' } })
    await shard.claimAccount('c1')
    await shard.clock.advance(3_000)
    expect(await secretOf(shard, 'c1-aws')).toEqual({ aws_access_key_id: 'mine' })
    expect((await shard.accountClaim('c1')).status?.state).toBe('Ready')
  })

  it('is in state Error when it is to fail, until that is taken back', async () => {
    const shard = await startShard()
    const c1 = { namespace: 'default', name: 'c1' }
    shard.behaviours.setFailure('accountclaims', c1, broken)
    await shard.claimAccount('c1')
    await shard.clock.advance(10_000)
    const failed = await shard.accountClaim('c1')
    shard.behaviours.clearOverride('accountclaims', c1)
    await shard.clock.advance(3_000)

    expect(failed.status?.state).toBe('Error')
    expect(failed.status?.conditions.map(({ type, reason }) => `${type} ${reason}`)).toEqual(['Broken Quota'])
    expect((await shard.accountClaim('c1')).status?.state).toBe('Ready')
  })
})

describe('a ProjectClaim', () => {
  it('is pending, waits for its project, and is ready with credentials', async () => {
    const shard = await startShard()
    await shard.claimProject('p1')
    const states = [(await shard.projectClaim('p1')).status?.state]
    for (const ms of [1_000, 2_000]) {
      await shard.clock.advance(ms)
      states.push((await shard.projectClaim('p1')).status?.state)
    }
    const claim = await shard.projectClaim('p1')

    expect(states).toEqual(['Pending', 'PendingProject', 'Ready'])
    expect(claim.spec.gcpProjectID).toMatch(/^project-p1-\d{1,4}$/)
    expect(claim.status?.conditions.map(({ type, reason }) => `${type} ${reason}`).sort()).toEqual([
      'Pending ProjectPending',
      'PendingProject ProjectCreating',
      'Ready ProjectReady',
    ])
    const account = JSON.parse((await secretOf(shard, 'p1-gcp'))['osServiceAccount.json'] ?? '')
    expect(account.project_id).toBe('simulated-project-id')
  })

  it('keeps its project over a restart', async () => {
    const shard = await startShard()
    await shard.claimProject('p1')
    await shard.clock.advance(1_000)
    const { gcpProjectID } = (await shard.projectClaim('p1')).spec
    await shard.restart()
    await shard.clock.advance(3_000)
    expect((await shard.projectClaim('p1')).spec.gcpProjectID).toBe(gcpProjectID)
  })
})

describe('a ClusterDeployment with the id of a cluster', () => {
  const labels = { 'api.openshift.com/id': 'c1' }

  it('waits until there is an AccountClaim of the same cluster that is ready', async () => {
    const shard = await startShard()
    await shard.order('blue', { labels })
    await shard.clock.advance(15_000)
    const waiting = await shard.deployment('blue')
    await shard.claimAccount('c1', labels)
    await shard.clock.advance(2_000 + 4_000)

    expect(waiting.status?.provisionRef).toBeUndefined()
    expect(waiting.spec.installed).toBeFalsy()
    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('does not take the claim of another cluster for its own', async () => {
    const shard = await startShard()
    await shard.order('blue', { labels })
    await shard.claimAccount('c2', { 'api.openshift.com/id': 'c2' })
    await shard.clock.advance(15_000)
    expect((await shard.deployment('blue')).spec.installed).toBeFalsy()
  })

  it('waits for a ProjectClaim on GCP', async () => {
    const shard = await startShard()
    await shard.order('blue', { labels: { ...labels, 'cloud-provider': 'gcp' } })
    await shard.claimAccount('c1', labels)
    await shard.clock.advance(15_000)
    expect((await shard.deployment('blue')).spec.installed).toBeFalsy()

    await shard.claimProject('c1', labels)
    await shard.clock.advance(3_000 + 4_000)
    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it.each([
    ['azure', {}],
    ['aws', { clusterDeployment: { dependsOnAccountClaim: false } }],
    ['gcp', { clusterDeployment: { dependsOnProjectClaim: false } }],
  ])('waits for nobody on %s with the configuration %j', async (cloud, config) => {
    const shard = await startShard(config)
    await shard.order('blue', { labels: { ...labels, 'cloud-provider': cloud } })
    await shard.clock.advance(5_000)
    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('moves on at once when somebody says that it need not wait', async () => {
    const shard = await startShard()
    await shard.order('blue', { labels })
    await shard.clock.advance(15_000)
    shard.behaviours.changeSection('clusterdeployment', { dependsOnAccountClaim: false })
    await shard.clock.advance(4_000)
    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('says that its claim failed, and goes on when it no longer does', async () => {
    const shard = await startShard()
    const c1 = { namespace: 'default', name: 'c1' }
    shard.behaviours.setFailure('accountclaim', c1, broken)
    await shard.order('blue', { labels })
    await shard.claimAccount('c1', labels)
    await shard.clock.advance(10_000)
    const waiting = await shard.deployment('blue')
    shard.behaviours.clearOverride('accountclaim', c1)
    await shard.clock.advance(10_000)
    const installed = await shard.deployment('blue')

    expect(waiting.status?.conditions).toMatchObject([
      { type: 'RequirementsMet', status: 'False', reason: 'AccountClaimFailed' },
    ])
    expect(installed.spec.installed).toBe(true)
    expect(installed.status?.conditions?.some(({ type }) => type === 'RequirementsMet')).toBe(false)
  })
})

import { AccountClaim } from '@skep/api'
import { describe, expect, it } from 'vitest'
import type { Cluster } from '../model/cluster/cluster.ts'
import { startWorld } from './test/world.ts'

async function worldWithOrder(aws: Cluster['aws']) {
  const world = await startWorld()
  world.hive.start()
  await world.addShard('shard-1')
  world.drive()
  await world.order('c1', { aws })
  await world.clock.advance(500)
  return world
}

const claim = { namespace: 'uhc-test-c1', name: 'name-c1' }

describe('a cluster that is about to be built', () => {
  it('waits for the roles of its operators, and goes on once they are named', async () => {
    const world = await worldWithOrder({ sts: { enabled: true, role_arn: 'arn:aws:iam::1:role/installer' } })
    const waiting = (await world.get('c1'))!.cluster
    expect(waiting.state).toBe('waiting')
    expect(waiting.status?.description).toContain('set aws.sts.operator_iam_roles')
    expect(waiting.status?.oidc_ready).not.toBe(true)
    expect(await world.client.get(AccountClaim, claim)).toBeUndefined()

    await world.clusters.change('c1', ({ cluster }) => ({
      cluster: {
        ...cluster,
        aws: {
          ...cluster.aws,
          sts: { ...cluster.aws?.sts, operator_iam_roles: [{ role_arn: 'arn:aws:iam::1:role/a' }] },
        },
      },
    }))
    await world.clock.advance(5_000)
    expect((await world.get('c1'))!.cluster).toMatchObject({ state: 'ready', status: { oidc_ready: true } })
  })

  it('has the subnets checked that its owner brought', async () => {
    const world = await worldWithOrder({ subnet_ids: ['subnet-0a1b', 'subnet-2c3d'] })
    const checks = async () => (await world.children.list('c1', 'inflight_checks')).map(({ document }) => document)
    expect((await world.get('c1'))!.cluster.state).toBe('validating')
    expect(await checks()).toMatchObject([{ id: 'egress', name: 'egress', state: 'running', restarts: 0 }])

    await world.clock.advance(6_000)
    expect((await world.get('c1'))!.cluster.state).toBe('ready')
    expect(await checks()).toMatchObject([{ state: 'passed', ended_at: expect.any(String) }])
  })

  it('is in error when that check fails, and nothing is built', async () => {
    const world = await worldWithOrder({ subnet_ids: ['subnet-1', 'vpc-1', 'subnet-1'] })
    await world.clock.advance(60_000)

    const { cluster } = (await world.get('c1'))!
    expect(cluster.state).toBe('error')
    expect(cluster.status).toMatchObject({
      provision_error_code: 'OCM4001',
      provision_error_message:
        'The check of the network failed: vpc-1: there is no such subnet; subnet-1: is named twice',
    })
    expect(await world.client.get(AccountClaim, claim)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { operator, user, waiting } from './model.ts'
import { partsThatCount, unlessClaimed } from './simulated.ts'
import { part, sample, THEN } from './test/judged.ts'

const NEW = waiting({ state: 'New', waitsFor: 'its operator', nextActor: operator('hive') })
const SIMULATION = {
  url: 'http://localhost:8080',
  time: { now: THEN, speed: 'real' as const },
  overrides: [],
  engine: 'simulator',
}
const cluster = (status?: object) =>
  sample('hive.openshift.io/v1', 'ClusterDeployment', {
    metadata: { labels: { 'api.openshift.com/id': 'c2' } },
    spec: { platform: { aws: {} } },
    ...(status ? { status } : {}),
  })

describe('a cluster of the simulator engine', () => {
  it('waits for somebody to claim an account, if nobody has', () => {
    expect(unlessClaimed(NEW, cluster(), [], SIMULATION)).toMatchObject({
      state: 'NoClaim',
      waitsFor: 'AccountClaim with the label api.openshift.com/id=c2, which is not there',
      nextActor: { role: 'user', action: 'create it, or `skep sim set clusterdeployment dependsOnAccountClaim=false`' },
    })
  })

  it('waits for the claim that is there', () => {
    const claim = part('AccountClaim', 'blue', { health: 'failing', nextActor: user('clear it') })

    expect(unlessClaimed(NEW, cluster(), [claim], SIMULATION)).toMatchObject({
      state: 'Claiming',
      waitsFor: expect.stringContaining('AccountClaim'),
      nextActor: { role: 'user', action: 'clear it' },
    })
  })

  it('speaks for itself once it has begun, and with the other engine', () => {
    expect(unlessClaimed(NEW, cluster({ apiURL: 'x' }), [], SIMULATION)).toBe(NEW)
    expect(unlessClaimed(NEW, cluster(), [], { ...SIMULATION, engine: 'full' })).toBe(NEW)
  })

  it('lacks no secrets: none are read', () => {
    const { children: _, object: name, ...verdict } = part('Secret', 'pull', { health: 'failing' })
    const missing = { name, verdict }

    expect(partsThatCount(cluster(), [missing], SIMULATION)).toEqual([])
    expect(partsThatCount(cluster(), [missing], undefined)).toEqual([missing])
  })
})

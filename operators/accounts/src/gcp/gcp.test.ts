import { ConfigMap, ProjectClaim, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startClouds } from '../test/clouds.ts'

const p1 = { namespace: 'default', name: 'p1' }
const CONFIG = { namespace: 'gcp-project-operator', name: 'gcp-project-operator' }

describe('a ProjectClaim', () => {
  it('gets a project, its zones and its credentials', async () => {
    const clouds = await startClouds()
    await clouds.claimProject('p1')
    const waiting = await clouds.projectClaim('p1')
    const creating = await clouds.projectReference('p1')
    await clouds.clock.advance(4_000)
    const ready = await clouds.projectClaim('p1')
    const reference = await clouds.projectReference('p1')

    expect(waiting?.status?.state).toBe('PendingProject')
    expect(waiting?.spec.projectReferenceCRLink).toEqual({ namespace: 'gcp-project-operator', name: 'default-p1' })
    expect(waiting?.metadata.finalizers).toEqual(['finalizer.gcp.managed.openshift.io'])
    expect(creating?.status?.state).toBe('Creating')

    expect(reference?.status?.state).toBe('Ready')
    expect(reference?.spec.gcpProjectID).toMatch(/^o-[0-9a-f]{8}$/)
    expect(reference?.spec.serviceAccountName).toMatch(/^osd-managed-admin-[a-z]{8}$/)
    expect(ready?.status?.state).toBe('Ready')
    expect(ready?.spec.gcpProjectID).toBe(reference?.spec.gcpProjectID)
    expect(ready?.spec.availabilityZones).toEqual(['us-east1-a', 'us-east1-b', 'us-east1-c'])
    expect(ready?.status?.conditions.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
      'ComputeApiReady QueryAvailabilityZonesSucceeded',
    ])
    const account = JSON.parse((await clouds.secret('p1-gcp'))?.['osServiceAccount.json'] ?? '')
    expect(account.project_id).toBe(reference?.spec.gcpProjectID)
  })

  it('goes after its project, and leaves nothing', async () => {
    const clouds = await startClouds()
    await clouds.claimProject('p1')
    await clouds.clock.advance(5_000)
    await clouds.client.delete(ProjectClaim, p1)
    await clouds.clock.settle()

    expect(await clouds.projectReference('p1')).toBeUndefined()
    expect(await clouds.projectClaim('p1')).toBeUndefined()
    expect(await clouds.secret('p1-gcp')).toBeUndefined()
  })

  it("uses the customer's own project, and keeps the customer's secret meanwhile", async () => {
    const clouds = await startClouds()
    const mine = { namespace: 'default', name: 'mine' }
    await clouds.client.create(Secret, { metadata: mine })
    await clouds.claimProject('p1', { ccs: true, ccsProjectID: 'my-project', ccsSecretRef: mine })
    await clouds.clock.advance(5_000)
    const kept = await clouds.client.get(Secret, mine)

    expect((await clouds.projectClaim('p1'))?.spec.gcpProjectID).toBe('my-project')
    expect(kept?.metadata.finalizers).toEqual(['finalizer.gcp.managed.openshift.io/ccs'])

    await clouds.client.delete(ProjectClaim, p1)
    await clouds.clock.settle()
    expect((await clouds.client.get(Secret, mine))?.metadata.finalizers).toBeUndefined()
  })

  it('is wrong with a secret in another namespace', async () => {
    const clouds = await startClouds()
    await clouds.claimProject('p1', { gcpCredentialSecret: { name: 's', namespace: 'elsewhere' } })
    expect((await clouds.projectClaim('p1'))?.status?.state).toBe('Error')
  })

  it('is refused in a region that is disabled, until it no longer is', async () => {
    const clouds = await startClouds()
    await clouds.client.create(ConfigMap, { metadata: CONFIG, data: { disabledRegions: '- us-east1\n- us-west1\n' } })
    await clouds.claimProject('p1')
    const refused = await clouds.projectClaim('p1')
    await clouds.client.delete(ConfigMap, CONFIG)
    const labels = { touched: 'true' }
    await clouds.client.patch(ProjectClaim, p1, { type: 'merge', body: { metadata: { labels } } })
    await clouds.clock.advance(5_000)

    expect(refused?.status?.state).toBe('Error')
    expect(refused?.status?.conditions).toMatchObject([
      { type: 'Invalid', status: 'True', reason: 'RegionCheckFailed' },
    ])
    const recovered = await clouds.projectClaim('p1')
    expect(recovered?.status?.state).toBe('Ready')
    expect(recovered?.status?.conditions[0]).toMatchObject({ type: 'Invalid', status: 'False' })
  })

  it('that is fake is ready at once', async () => {
    const clouds = await startClouds()
    await clouds.claimProject('p1', {}, { 'managed.openshift.com/fake': 'true' })

    const claim = await clouds.projectClaim('p1')
    expect(claim?.status?.state).toBe('Ready')
    expect(claim?.spec).toMatchObject({ gcpProjectID: 'fakeProjectClaim', region: 'fakeRegion' })
    expect(claim?.spec.availabilityZones?.length).toBe(3)
    expect(await clouds.projectReference('p1')).toBeUndefined()
  })

  it('keeps its project over a restart in the middle', async () => {
    const clouds = await startClouds()
    await clouds.claimProject('p1')
    await clouds.clock.advance(2_000)
    const project = (await clouds.projectReference('p1'))?.spec.gcpProjectID
    await clouds.restart(1_000)
    await clouds.clock.advance(1_000)

    const claim = await clouds.projectClaim('p1')
    expect(claim?.status?.state).toBe('Ready')
    expect(claim?.spec.gcpProjectID).toBe(project)
  })

  it('fails when it is told to', async () => {
    const clouds = await startClouds()
    clouds.behaviours.setFailure('projectclaim', p1, { condition: 'Broken', reason: 'Quota', message: 'none' })
    await clouds.claimProject('p1')
    const failed = await clouds.projectClaim('p1')

    expect(failed?.status?.state).toBe('Error')
    expect(failed?.status?.conditions).toMatchObject([{ type: 'Broken', status: 'True', reason: 'Quota' }])
  })
})

import { ClusterRole, ClusterRoleBinding, ConfigMap, Role } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { configMap, said, startWorld, type TestWorld } from '../test/world.ts'

const executor = {
  subject: { type: 'ServiceAccount' as const, serviceAccount: { namespace: 'default', name: 'doer' } },
}
const one = { namespace: 'default', name: 'one' }

/** Lets the executor do something with ConfigMaps and roles. */
async function permit(world: TestWorld, verbs: string[]): Promise<void> {
  const metadata = { name: 'doer' }
  const rules = [
    { apiGroups: [''], resources: ['configmaps'], verbs },
    { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs },
  ]
  await world.client.apply(ClusterRole, { metadata, rules })
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'doer' }
  const subjects = [{ kind: 'ServiceAccount', namespace: 'default', name: 'doer' }]
  await world.client.apply(ClusterRoleBinding, { metadata, roleRef, subjects })
}

const applied = async (world: TestWorld) =>
  (await world.work('blue'))?.status?.resourceStatus?.manifests?.[0]?.conditions[0]

describe('a work with an executor', () => {
  it('is applied when the executor may do everything itself', async () => {
    const world = await startWorld()
    await permit(world, ['create', 'update', 'patch', 'get', 'delete'])

    await world.post('blue', [configMap('one')], { executor })

    expect(await world.client.get(ConfigMap, one)).toBeDefined()
    expect(said([(await applied(world))!])).toEqual(['Applied=True/AppliedManifestComplete'])
  })

  it('is refused otherwise, and looked into again after a minute', async () => {
    const world = await startWorld()
    await permit(world, ['create', 'update', 'patch', 'get'])

    await world.post('blue', [configMap('one')], { executor })
    expect(await applied(world)).toMatchObject({
      status: 'False',
      reason: 'AppliedManifestFailed',
      message:
        'Failed to apply manifest: not allowed to apply the resource  configmaps, default one, will try again in 1m0s',
    })
    await permit(world, ['create', 'update', 'patch', 'get', 'delete'])
    await world.seconds(59)
    expect(await world.client.get(ConfigMap, one)).toBeUndefined()

    await world.seconds(2)
    expect(await world.client.get(ConfigMap, one)).toBeDefined()
  })

  it('needs no permission to delete what stays without it', async () => {
    const world = await startWorld()
    await permit(world, ['create', 'update', 'patch', 'get'])

    await world.post('blue', [configMap('one')], { executor, deleteOption: { propagationPolicy: 'Orphan' } })

    expect(await world.client.get(ConfigMap, one)).toBeDefined()
  })

  it('gives nobody more permissions than the executor has', async () => {
    const world = await startWorld()
    await permit(world, ['create', 'update', 'patch', 'get', 'delete'])
    const role = (resources: string[]) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { namespace: 'default', name: 'given' },
      rules: [{ apiGroups: [''], resources, verbs: ['get'] }],
    })

    await world.post('blue', [role(['secrets'])], { executor })
    expect((await applied(world))?.message).toContain('error: permission escalation')
    expect(await world.client.get(Role, { namespace: 'default', name: 'given' })).toBeUndefined()

    await world.change('blue', { workload: { manifests: [role(['configmaps'])] } })
    expect(await world.client.get(Role, { namespace: 'default', name: 'given' })).toBeDefined()
  })
})

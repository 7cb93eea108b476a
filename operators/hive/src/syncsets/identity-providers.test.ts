import { SelectorSyncIdentityProvider, SyncIdentityProvider, SyncSet } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE } from '../full/test/world.ts'
import { startSyncedWorld } from './test/synced-world.ts'

const ref = { namespace: NAMESPACE, name: 'blue-idp' }
const provider = (name: string) => ({ name, mappingMethod: 'claim', type: 'GitHub' })

describe('identity providers', () => {
  it('become a SyncSet that makes the list of the cluster theirs', async () => {
    const world = await startSyncedWorld({ labels: { size: 'large' } })
    expect(await world.client.get(SyncSet, ref)).toBeUndefined()
    const own = { namespace: NAMESPACE, name: 'own' }
    const clusterDeploymentRefs = [{ name: 'blue' }]
    await world.client.create(SyncIdentityProvider, {
      metadata: own,
      spec: { clusterDeploymentRefs, identityProviders: [provider('b'), provider('a')] },
    })
    await world.client.create(SelectorSyncIdentityProvider, {
      metadata: { name: 'large' },
      spec: { clusterDeploymentSelector: { matchLabels: { size: 'large' } }, identityProviders: [provider('z')] },
    })
    await world.seconds(1)

    const set = await world.client.get(SyncSet, ref)
    expect(set?.metadata.labels).toMatchObject({ 'hive.openshift.io/syncset-type': 'identityprovider' })
    const [patch] = set!.spec.patches!
    expect(patch).toMatchObject({
      apiVersion: 'config.openshift.io/v1',
      kind: 'OAuth',
      name: 'cluster',
      patchType: 'merge',
    })
    const names = (text: string) => JSON.parse(text).spec.identityProviders.map(({ name }: { name: string }) => name)
    expect(names(patch!.patch)).toEqual(['z', 'a', 'b'])

    await world.client.delete(SyncIdentityProvider, own)
    await world.seconds(1)
    expect(names((await world.client.get(SyncSet, ref))!.spec.patches![0]!.patch)).toEqual(['z'])
  })
})

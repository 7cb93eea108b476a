import { ConfigMap, NodePool } from '@skep/api'
import type { Client } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { startPoolWorld } from './test/pool-world.ts'
import { CONTROL_PLANE, machineConfig, NAMESPACE, poolSpec } from './test/samples.ts'

const create = (client: Client, name: string, data: Record<string, string>) =>
  client.create(ConfigMap, { metadata: { namespace: NAMESPACE, name }, data })

const tuned = (name: string) => `
apiVersion: tuned.openshift.io/v1
kind: Tuned
metadata: { name: ${name} }
spec: { profile: [] }
`
const profile = (name: string) => `
apiVersion: performance.openshift.io/v2
kind: PerformanceProfile
metadata: { name: ${name} }
spec: { cpu: { isolated: 1-3 } }
`

describe('configuration of a node pool', () => {
  it('that is not there stops it, until it is', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { config: [{ name: 'motd' }] } })
    expect(await world.condition('ValidMachineConfig')).toBe('False/ValidationFailed')
    expect(await world.message('ValidMachineConfig')).toBe('configmaps "motd" not found')
    expect(await world.secretNames('token')).toEqual([])

    await create(world.client, 'motd', { config: machineConfig('motd', 'hello') })
    await world.seconds(1)
    expect(await world.condition('ValidMachineConfig')).toBe('True/AsExpected')
    expect(await world.secretNames('token')).toHaveLength(1)
  })

  it.each([
    ['a: [', 'configmap "motd" yaml document failed validation: error decoding config: '],
    ['a: 1', "error decoding config: Object 'Kind' is missing in 'a: 1'"],
    ['apiVersion: v1\nkind: Pod', 'error decoding config: no kind "Pod" is registered for version "v1"'],
  ])('such as %j is refused', async (config, message) => {
    const world = await startPoolWorld()
    await create(world.client, 'motd', { config })
    await world.start()
    await world.order({ spec: { config: [{ name: 'motd' }] } })

    expect(await world.condition('ValidMachineConfig')).toBe('False/ValidationFailed')
    expect(await world.message('ValidMachineConfig')).toContain(message)
  })

  it('does not count twice because of the order of its keys', async () => {
    const world = await startPoolWorld()
    const idms = 'apiVersion: config.openshift.io/v1\nkind: ImageDigestMirrorSet\nmetadata: {name: a}\nspec: {}'
    await create(world.client, 'mirrors', { config: idms })
    await world.start()
    await world.order({ spec: { config: [{ name: 'mirrors' }] } })
    const before = await world.secretNames('token')

    const data = { config: idms.split('\n').reverse().join('\n') }
    await world.client.patch(ConfigMap, { namespace: NAMESPACE, name: 'mirrors' }, { type: 'merge', body: { data } })
    await world.seconds(1)
    expect(await world.secretNames('token')).toEqual(before)
  })
})

describe('tuning of a node pool', () => {
  it('is handed on to who tunes nodes', async () => {
    const world = await startPoolWorld()
    await create(world.client, 'fast', { tuning: tuned('fast') })
    await create(world.client, 'profile', { tuning: profile('isolated') })
    await world.start()
    await world.order({ spec: { tuningConfig: [{ name: 'fast' }, { name: 'profile' }] } })

    expect(await world.condition('ValidTuningConfig')).toBe('True/AsExpected')
    const handed = await world.client.get(ConfigMap, { namespace: CONTROL_PLANE, name: 'tuned-workers' })
    expect(handed?.metadata.labels).toMatchObject({
      'hypershift.openshift.io/tuned-config': 'true',
      'hypershift.openshift.io/nodePool': 'workers',
    })
    expect(handed?.data?.['tuning']).toContain('"kind":"Tuned"')
    expect(await world.client.get(ConfigMap, { namespace: CONTROL_PLANE, name: 'profile-workers' })).toBeDefined()

    await world.patch({ tuningConfig: [] })
    expect(await world.client.get(ConfigMap, { namespace: CONTROL_PLANE, name: 'tuned-workers' })).toBeUndefined()
  })

  it('with two profiles is refused', async () => {
    const world = await startPoolWorld()
    await create(world.client, 'one', { tuning: profile('one') })
    await create(world.client, 'two', { tuning: profile('two') })
    await world.start()
    await world.order({ spec: { tuningConfig: [{ name: 'one' }, { name: 'two' }] } })

    expect(await world.condition('ValidTuningConfig')).toBe('False/ValidationFailed')
    expect(await world.message('ValidTuningConfig')).toBe(
      'there cannot be more than one PerformanceProfile per NodePool. found: 2',
    )
    expect(await world.secretNames('token')).toEqual([])
  })

  it('is refused under a name that the control plane has for its authorities', async () => {
    const world = await startPoolWorld()
    await create(world.client, 'etcd', { tuning: profile('isolated') })
    await world.start()
    const metadata = { namespace: NAMESPACE, name: 'ca' }
    const spec = { ...poolSpec('Azure'), tuningConfig: [{ name: 'etcd' }] }
    await world.client.create(NodePool, { metadata, spec })
    await world.seconds(1)

    const { conditions = [] } = (await world.client.get(NodePool, metadata))?.status ?? {}
    expect(conditions.find(({ type }) => type === 'ValidTuningConfig')).toMatchObject({
      status: 'False',
      message: 'configmap etcd: the control plane has a ConfigMap etcd-ca of its own: choose another name',
    })
    expect(await world.client.get(ConfigMap, { namespace: CONTROL_PLANE, name: 'etcd-ca' })).toBeUndefined()
  })

  it('without a manifest is refused', async () => {
    const world = await startPoolWorld()
    await create(world.client, 'empty', {})
    await world.start()
    await world.order({ spec: { tuningConfig: [{ name: 'empty' }] } })

    expect(await world.message('ValidTuningConfig')).toBe('no manifest found in configmap "empty" with key "tuning"')
  })
})

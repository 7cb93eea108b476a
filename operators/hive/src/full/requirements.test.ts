import {
  ClusterDeployment,
  ClusterDeploymentCustomization,
  ClusterImageSet,
  DnsZone,
  FakeClusterInstall,
  Node,
  Secret,
} from '@skep/api'
import { installKinds } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { decodeSecret } from './secrets.ts'
import { NAMESPACE, startWorld } from './test/world.ts'

const blue = { namespace: NAMESPACE, name: 'blue' }

describe('an order waits', () => {
  it('while it is paused', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue', { annotations: { 'hive.openshift.io/reconcile-pause': 'true' } })
    await world.seconds(60)
    expect((await world.deployment())?.status).toBeUndefined()
  })

  it('for credentials that work', async () => {
    const world = await startWorld()
    await world.start()
    await world.client.delete(Secret, { namespace: NAMESPACE, name: 'aws' })
    await world.order('blue')
    await world.seconds(10)
    expect(await world.condition('AuthenticationFailure')).toBe('True/PlatformAuthError')
    const stringData = { aws_access_key_id: 'a', aws_secret_access_key: 'b' }
    await world.client.create(Secret, { metadata: { namespace: NAMESPACE, name: 'aws' }, stringData })
    await world.seconds(5)
    expect(await world.condition('AuthenticationFailure')).toBe('False/PlatformAuthSuccess')
    expect((await world.deployment())?.spec.installed).toBe(true)
  })

  it('for its release to be on offer', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue', {
      spec: {
        provisioning: { imageSetRef: { name: 'next' }, installConfigSecretRef: { name: 'blue-install-config' } },
      },
    })
    await world.seconds(60)
    expect(await world.condition('RequirementsMet')).toBe('False/ClusterImageSetNotFound')
    const spec = { releaseImage: 'registry.example.com/release:4.18.0' }
    await world.client.create(ClusterImageSet, { metadata: { name: 'next' }, spec })
    await world.seconds(6)
    expect((await world.deployment())?.spec.installed).toBe(true)
    expect((await world.deployment())?.status?.installVersion).toBe('4.18.0')
  })

  it('for a pull secret', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue', { spec: { pullSecretRef: { name: 'other' } } })
    await world.seconds(60)
    expect((await world.deployment())?.status?.provisionRef).toBeUndefined()
    const stringData = { '.dockerconfigjson': '{"auths":{"a":{"auth":"x"}}}' }
    await world.client.create(Secret, { metadata: { namespace: NAMESPACE, name: 'other' }, stringData })
    await world.seconds(40)
    expect((await world.deployment())?.spec.installed).toBe(true)
    const merged = await world.client.get(Secret, { namespace: NAMESPACE, name: 'blue-merged-pull-secret' })
    expect(decodeSecret(merged!, '.dockerconfigjson')).toBe('{"auths":{"a":{"auth":"x"}}}')
  })

  it.each([
    ['platform: { aws: { region: eu-west-1 } }', 'install config region does not match cluster deployment region'],
    ['platform: { gcp: {} }', 'install config did not contain an AWS platform'],
    ['metadata: { name: green }', 'install config cluster name does not match cluster deployment cluster name'],
    ['baseDomain: example.org', 'install config base domain does not match cluster deployment base domain'],
    ['[]', 'could not unmarshal InstallConfig: it is not an object'],
    // What is wrong may be the line of a key, and everybody reads conditions.
    ['pullSecret: {"auths": "s3cret', 'could not unmarshal InstallConfig: not YAML, see line 1'],
  ])('for an install config other than %s', async (text, message) => {
    const world = await startWorld()
    await world.start()
    await world.order('blue')
    const name = 'blue-install-config'
    const body = { stringData: { 'install-config.yaml': text } }
    await world.client.patch(Secret, { namespace: NAMESPACE, name }, { type: 'merge', body })
    await world.seconds(60)
    const met = (await world.deployment())?.status?.conditions?.find(({ type }) => type === 'RequirementsMet')
    expect(met).toMatchObject({ status: 'False', reason: 'InstallConfigValidationFailed', message })
  })

  it('for the customization it names, which then counts', async () => {
    const world = await startWorld()
    await world.start()
    const provisioning = {
      imageSetRef: { name: 'openshift-v4.17.0' },
      installConfigSecretRef: { name: 'blue-install-config' },
      customizationRef: { name: 'large' },
    }
    await world.order('blue', { spec: { provisioning } })
    await world.seconds(10)
    expect(await world.condition('RequirementsMet')).toBe('False/CustomizationRefNotAvailable')
    await world.client.create(ClusterDeploymentCustomization, {
      metadata: { namespace: NAMESPACE, name: 'large' },
      spec: { installConfigPatches: [{ op: 'replace', path: '/compute/0/replicas', valueJSON: '4' }] },
    })
    await world.seconds(6)
    const id = (await world.deployment())?.spec.clusterMetadata?.clusterID ?? ''
    const workers = { labelSelector: 'node-role.kubernetes.io/worker' }
    expect((await world.tenants.get(id)!.client.list(Node, workers)).items).toHaveLength(4)

    const large = { namespace: NAMESPACE, name: 'large' }
    expect((await world.client.get(ClusterDeploymentCustomization, large))?.status?.clusterDeploymentRef).toEqual({
      name: 'blue',
    })
    await world.client.delete(ClusterDeployment, blue)
    await world.seconds(5)
    const { status } = (await world.client.get(ClusterDeploymentCustomization, large))!
    expect(status?.clusterDeploymentRef).toBeUndefined()
    expect(status?.conditions?.find(({ type }) => type === 'Available')).toMatchObject({ reason: 'Available' })
  })
})

it('says on a customization that it cannot be applied', async () => {
  const world = await startWorld()
  await world.start()
  const large = { namespace: NAMESPACE, name: 'large' }
  await world.client.create(ClusterDeploymentCustomization, {
    metadata: large,
    spec: { installConfigPatches: [{ op: 'replace', path: '/compute/7/replicas', valueJSON: '4' }] },
  })
  const provisioning = {
    imageSetRef: { name: 'openshift-v4.17.0' },
    installConfigSecretRef: { name: 'blue-install-config' },
    customizationRef: { name: 'large' },
  }
  await world.order('blue', { spec: { provisioning } })
  await world.seconds(10)
  expect(await world.condition('RequirementsMet')).toBe('False/InstallConfigValidationFailed')
  expect((await world.client.get(ClusterDeploymentCustomization, large))?.status).toMatchObject({
    clusterDeploymentRef: { name: 'blue' },
    conditions: [{ type: 'ApplySucceeded', status: 'False', reason: 'BrokenBySyntax' }],
  })
})

describe('managed DNS', () => {
  it('gets a zone before anything is installed, which goes with the cluster', async () => {
    const world = await startWorld({ delays: { zoneMs: 45_000 } })
    await world.start()
    await world.order('blue', { spec: { manageDNS: true } })
    await world.seconds(20)
    expect(await world.condition('DNSNotReady')).toBe('True/DNSNotReady')
    const zone = await world.client.get(DnsZone, { namespace: NAMESPACE, name: 'blue-zone' })
    expect(zone?.spec).toMatchObject({ zone: 'example.com', linkToParentDomain: true, aws: { region: 'us-east-1' } })
    await world.seconds(50)
    expect(await world.condition('DNSNotReady')).toBe('False/DNSReady')
    expect((await world.deployment())?.spec.installed).toBe(true)
    await world.client.delete(ClusterDeployment, blue)
    await world.seconds(30)
    expect(await world.deployment()).toBeUndefined()
    expect(await world.client.get(DnsZone, { namespace: NAMESPACE, name: 'blue-zone' })).toBeUndefined()
  })

  it('that takes more than ten minutes ends the order', async () => {
    const world = await startWorld({ delays: { zoneMs: 3_600_000 } })
    await world.start()
    await world.order('blue', { spec: { manageDNS: true } })
    await world.seconds(660)
    expect(await world.condition('DNSNotReady')).toBe('True/DNSNotReadyTimedOut')
    expect(await world.condition('ProvisionStopped')).toBe('True/DNSNotReadyTimedOut')
    expect(await world.condition('Provisioned')).toBe('False/ProvisionStopped')
  })

  it('is not there on every platform', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue', { spec: { manageDNS: true, platform: { none: {} } } })
    await world.seconds(1)
    expect(await world.condition('DNSNotReady')).toBe('True/DNSUnsupportedPlatform')
  })

  it('leaves a zone of somebody else alone', async () => {
    const world = await startWorld()
    await world.start()
    await world.client.create(DnsZone, {
      metadata: { namespace: NAMESPACE, name: 'blue-zone' },
      spec: { zone: 'x.org' },
    })
    await world.order('blue', { spec: { manageDNS: true } })
    await world.seconds(1)
    expect(await world.condition('DNSNotReady')).toBe('True/DNSZoneResourceConflict')
  })
})

it('tells of a ClusterInstall that contradicts itself, and of one that gave up', async () => {
  const world = await startWorld()
  await world.start()
  const names = { group: 'installs.example.com', version: 'v1', kind: 'OddInstall', name: 'blue' }
  const OddInstall: typeof FakeClusterInstall = {
    ...FakeClusterInstall,
    group: names.group,
    version: names.version,
    kind: names.kind,
    listKind: 'OddInstallList',
    plural: 'oddinstalls',
    singular: 'oddinstall',
  }
  await installKinds(world.client, [OddInstall], { signal: new AbortController().signal, clock: world.clock })
  await world.order('blue', { spec: { provisioning: undefined, clusterInstallRef: names } })
  const spec = { clusterDeploymentRef: { name: 'blue' }, imageSetRef: { name: 'openshift-v4.17.0' } }
  await world.client.create(OddInstall, { metadata: blue, spec })
  await world.seconds(1)
  const tell = async (statuses: Record<string, 'True' | 'False'>) => {
    const conditions = Object.entries(statuses).map(([type, status]) => ({
      type,
      status,
      reason: 'Odd',
      message: 'odd',
    }))
    const body = { status: { conditions } }
    await world.client.patch(OddInstall, blue, { type: 'merge', body }, { subresource: 'status' })
    await world.seconds(1)
  }

  await tell({ Completed: 'True', Stopped: 'False' })
  expect(await world.condition('Provisioned')).toBe('Unknown/Error')

  await tell({ Completed: 'False', Failed: 'True', Stopped: 'True' })
  expect(await world.condition('ProvisionFailed')).toBe('True/Odd')
  expect(await world.condition('ProvisionStopped')).toBe('True/InstallAttemptsLimitReached')
  expect(await world.condition('Provisioned')).toBe('False/ProvisionStopped')
})

it('adopts a cluster that is there', async () => {
  const world = await startWorld()
  await world.start()
  await world.client.create(ClusterDeployment, {
    metadata: blue,
    spec: {
      clusterName: 'blue',
      baseDomain: 'example.com',
      platform: { aws: { region: 'us-east-1', credentialsSecretRef: { name: 'aws' } } },
      installed: true,
      clusterMetadata: { clusterID: 'c', infraID: 'i', adminKubeconfigSecretRef: { name: 'none' } },
    },
  })
  await world.seconds(1)
  expect(await world.condition('Provisioned')).toBe('True/Provisioned')
  expect(await world.condition('Unreachable')).toBe('True/ErrorConnectingToCluster')
  expect((await world.deployment())?.status?.installedTimestamp).toBe('2030-01-01T00:00:00Z')

  await world.client.create(Secret, {
    metadata: { namespace: NAMESPACE, name: 'none' },
    stringData: { kubeconfig: 'x' },
  })
  await world.client.patch(ClusterDeployment, blue, { type: 'merge', body: { metadata: { labels: { a: 'b' } } } })
  await world.seconds(1)
  const secret = await world.client.get(Secret, { namespace: NAMESPACE, name: 'none' })
  expect(secret?.metadata.ownerReferences).toMatchObject([{ kind: 'ClusterDeployment', name: 'blue' }])
})

it('leaves installing to another controller that keeps the contract', async () => {
  const world = await startWorld({ admission: {} })
  await world.start()
  const clusterInstallRef = {
    group: 'hiveinternal.openshift.io',
    version: 'v1alpha1',
    kind: 'FakeClusterInstall',
    name: 'blue',
  }
  await world.order('blue', { spec: { provisioning: undefined, clusterInstallRef } })
  await world.client.create(FakeClusterInstall, {
    metadata: blue,
    spec: { clusterDeploymentRef: { name: 'blue' }, imageSetRef: { name: 'openshift-v4.17.0' } },
  })
  await world.seconds(10)
  expect(await world.condition('Provisioned')).toBe('False/Provisioning')
  expect(await world.condition('ClusterInstallRequirementsMet')).toBe('False/WaitingForRequirements')
  await world.seconds(40)
  expect((await world.deployment())?.spec.installed).toBe(true)
  expect(await world.condition('Provisioned')).toBe('True/Provisioned')
  expect(await world.condition('ClusterInstallCompleted')).toBe('True/ClusterInstalled')
  expect((await world.deployment())?.spec.clusterMetadata?.infraID).toMatch(/^fake-infra-/)
})

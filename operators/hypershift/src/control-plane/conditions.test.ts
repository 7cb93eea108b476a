import { HostedControlPlane, PersistentVolumeClaim, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { publishedBy, specOn } from './test/specs.ts'
import { NAMESPACE, startWorld } from './test/world.ts'

/** A world in which everything is there at once. */
const startFast = () => startWorld({ delaySeconds: 0 })

describe('the conditions of a control plane', () => {
  it('say that etcd of somebody else is taken for granted', async () => {
    const world = await startFast()
    await world.start()
    const unmanaged = { endpoint: 'https://etcd.example.net', tls: { clientSecret: { name: 'etcd' } } }
    await world.make({ spec: { etcd: { managementType: 'Unmanaged', unmanaged } } })

    await world.seconds(1)

    expect(await world.condition('EtcdAvailable')).toBe('True/EtcdRunning')
    expect(await world.condition('Available')).toBe('True/AsExpected')
    expect(await world.component('etcd')).toBeUndefined()
  })

  it('say which service nobody can reach', async () => {
    const world = await startFast()
    await world.start()
    const services = publishedBy((service) => ({ type: service === 'Konnectivity' ? 'None' : 'Route' }))
    await world.make({ spec: { services } })

    await world.seconds(1)

    expect(await world.condition('ValidHostedControlPlaneConfiguration')).toBe('False/InsufficientClusterCapabilities')
    expect(await world.message('ValidHostedControlPlaneConfiguration')).toBe(
      'Konnectivity service strategy not specified',
    )
    expect(await world.component('etcd')).toBeUndefined()
  })

  it('say that the management cluster has no routes', async () => {
    const world = await startWorld({ delaySeconds: 0, routes: false })
    await world.start()
    await world.make()

    await world.seconds(1)

    expect(await world.condition('ValidHostedControlPlaneConfiguration')).toBe('False/InsufficientClusterCapabilities')
    expect(await world.message('ValidHostedControlPlaneConfiguration')).toBe(
      'cluster does not support Routes, but service "OAuthServer" is exposed via a Route',
    )
  })

  it('say what of the release is missing', async () => {
    const world = await startFast()
    await world.start()
    await world.make({ spec: { releaseImage: 'img.example/ocp-release:latest' } })

    await world.seconds(1)

    expect(await world.condition('ValidReleaseInfo')).toBe('False/MissingReleaseImages')
    expect(await world.message('ValidReleaseInfo')).toBe('img.example/ocp-release:latest')
  })

  it('say what is wrong with an identity provider until it is there', async () => {
    const world = await startFast()
    await world.start()
    const htpasswd = { name: 'local', type: 'HTPasswd', htpasswd: { fileData: { name: 'users' } } }
    // Members that the schema does not list are kept.
    const oauth = { identityProviders: [htpasswd] } as object
    await world.make({ spec: { configuration: { oauth } } })
    await world.seconds(1)
    expect(await world.condition('ValidIDPConfiguration')).toBe('False/IDPConfigurationError')
    expect(await world.message('ValidIDPConfiguration')).toBe(
      'failed to initialize identity providers: identity provider local: secret "users" not found',
    )

    await world.client.create(Secret, { metadata: { namespace: NAMESPACE, name: 'users' } })
    await world.seconds(1)

    expect(await world.condition('ValidIDPConfiguration')).toBe('True/IDPConfigurationValid')
    expect((await world.controlPlane()).status?.kubeadminPassword).toBeUndefined()
  })

  it('say nothing of identity providers where tokens come from elsewhere', async () => {
    const world = await startFast()
    await world.start()
    await world.make({ spec: { configuration: { authentication: { type: 'OIDC' } } } })

    await world.seconds(1)

    expect(await world.condition('ValidIDPConfiguration')).toBeUndefined()
    expect((await world.controlPlane()).status).not.toHaveProperty('oauthCallbackURLTemplate')
    expect(await world.condition('Available')).toBe('True/AsExpected')
  })

  it.each([
    ['true', 'False/ReconciliationPaused', 'Reconciliation paused until field removed'],
    ['2030-01-01T01:00:00Z', 'False/ReconciliationPaused', 'Reconciliation paused until: 2030-01-01T01:00:00Z'],
    ['2024-01-01T00:00:00xyz', 'True/InvalidPausedUntilValue', 'Invalid value provided for PausedUntil field'],
    ['false', 'True/AsExpected', 'Reconciliation active on resource'],
  ])('say what pausing until %s means', async (pausedUntil, condition, message) => {
    const world = await startFast()
    await world.start()
    await world.make({ spec: { pausedUntil } })

    await world.seconds(1)

    expect(await world.condition('ReconciliationActive')).toBe(condition)
    expect(await world.message('ReconciliationActive')).toBe(message)
    expect((await world.component('etcd')) === undefined).toBe(condition.startsWith('False'))
  })

  it('say that nothing is done until a time, and then it is', async () => {
    const world = await startFast()
    await world.start()
    await world.make({ spec: { pausedUntil: '2030-01-01T01:00:00Z' } })

    await world.seconds(3_599)
    expect(await world.condition('Available')).toBe('False/WaitingOnInfrastructureReady')
    await world.seconds(2)

    expect(await world.condition('Available')).toBe('True/AsExpected')
  })

  it('are as before while nothing is done', async () => {
    const world = await startFast()
    await world.start()
    await world.make()
    await world.seconds(1)

    await world.client.patch(
      HostedControlPlane,
      { namespace: NAMESPACE, name: 'demo' },
      {
        type: 'merge',
        body: { spec: { pausedUntil: 'true' } },
      },
    )
    await world.seconds(1)

    expect(await world.condition('ReconciliationActive')).toBe('False/ReconciliationPaused')
    expect(await world.condition('Available')).toBe('True/AsExpected')
  })

  it('say on AWS that its own things are there', async () => {
    const world = await startFast()
    await world.start()
    const roles = ['ingress', 'imageRegistry', 'storage', 'network', 'kubeCloudController', 'nodePoolManagement']
    const rolesRef = Object.fromEntries(
      [...roles, 'controlPlaneOperator'].map((name) => [`${name}ARN`, `arn:aws:iam::123456789012:role/${name}`]),
    )
    const aws = { region: 'us-east-1', endpointAccess: 'Public', multiArch: false, rolesRef }
    // The roles are made up by name, which the compiler cannot follow.
    const platform = { type: 'AWS', aws } as unknown as HostedControlPlane['spec']['platform']
    await world.make({ spec: specOn('AWS', { platform }) })

    await world.seconds(1)

    expect(await world.condition('ValidAWSIdentityProvider')).toBe('True/AsExpected')
    expect(await world.condition('AWSDefaultSecurityGroupCreated')).toBe('True/AsExpected')
    expect(await world.condition('ValidAWSKMSConfig')).toBe('Unknown/StatusUnknown')
    expect((await world.controlPlane()).status).toMatchObject({
      platform: { aws: { defaultWorkerSecurityGroupID: expect.stringMatching(/^sg-[0-9a-f]{17}$/) } },
      controlPlaneEndpoint: { host: expect.stringMatching(/\.elb\.us-east-1\.amazonaws\.com$/), port: 6443 },
    })
  })

  it('name the volume that etcd waits for', async () => {
    const world = await startWorld({ pods: true, delaySeconds: 0 })
    await world.start()
    const persistentVolume = { size: '8Gi', storageClassName: 'gold' }
    const managed = { storage: { type: 'PersistentVolume' as const, persistentVolume } }
    await world.make({
      spec: { controllerAvailabilityPolicy: 'SingleReplica', etcd: { managementType: 'Managed', managed } },
    })

    await world.seconds(120)

    expect(await world.client.get(PersistentVolumeClaim, { namespace: NAMESPACE, name: 'data-etcd-0' })).toBeDefined()
    expect(await world.condition('EtcdAvailable')).toBe('False/EtcdWaitingForQuorum')
    expect(await world.message('EtcdAvailable')).toBe(
      'Etcd volume claim data-etcd-0 pending: storageclass.storage.k8s.io "gold" not found',
    )
  })
})

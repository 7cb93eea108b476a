import { Klusterlet, KlusterletAddonConfig, ManagedCluster, ManagedClusterClaim, ManifestWork, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { AVAILABLE, explicitCluster, IMPORTED, makeAvailable, NAMESPACE, startWorld, textOf } from './test/world.ts'

describe('a hosted cluster that becomes available', () => {
  it('is imported by itself, and joins', async () => {
    const world = await startWorld()
    await world.start()
    await world.host('demo', { labels: { 'api.openshift.com/id': '2abc', vendor: 'OpenShift' } })

    await world.seconds(60)

    const cluster = await world.cluster()
    expect(cluster?.metadata.labels).toMatchObject({
      name: 'demo',
      vendor: 'OpenShift',
      cloud: 'auto-detect',
      'api.openshift.com/id': '2abc',
      'cluster.open-cluster-management.io/clusterset': 'default',
    })
    expect(cluster?.metadata.annotations).toEqual({
      'import.open-cluster-management.io/klusterlet-deploy-mode': 'Hosted',
      'import.open-cluster-management.io/hosting-cluster-name': 'local-cluster',
      'open-cluster-management/created-via': 'hypershift',
    })
    expect(cluster?.spec).toMatchObject({
      hubAcceptsClient: true,
      leaseDurationSeconds: 60,
      managedClusterClientConfigs: [{ url: 'https://api.demo.hcp.example.net:443' }],
    })
    expect(await world.condition('HubAcceptedManagedCluster')).toBe('True/HubClusterAdminAccepted')
    expect(await world.condition(IMPORTED)).toBe('True/ManagedClusterImported')
    expect(await world.condition('ManagedClusterJoined')).toBe('True/ManagedClusterJoined')
    expect(await world.condition('ManagedClusterConditionClockSynced')).toBe('True/ManagedClusterClockSynced')
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
  })

  it('is not imported before it is, nor when nobody wants it', async () => {
    const world = await startWorld()
    await world.start()
    await world.host('demo', { available: false })

    await world.seconds(300)
    expect(await world.cluster()).toBeUndefined()
    await makeAvailable(world.client, world.clock, 'demo')
    await world.seconds(1)
    expect(await world.cluster()).toBeDefined()

    const manual = await startWorld()
    await manual.start({ autoImport: false })
    await manual.host('demo')
    await manual.seconds(300)
    expect(await manual.cluster()).toBeUndefined()
  })

  it('is not imported again after somebody detached it, until the operator starts anew', async () => {
    const world = await startWorld()
    const mce = await world.start()
    await world.host('demo')
    await world.seconds(60)

    await world.client.delete(ManagedCluster, { name: 'demo' })
    await world.seconds(600)
    expect(await world.cluster()).toBeUndefined()

    await mce.stop()
    await world.start()
    await world.seconds(60)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
  })

  it('gets a configuration of add-ons where ACM is installed', async () => {
    const world = await startWorld()
    await world.start({ acm: true })
    await world.host('demo')

    await world.seconds(60)

    const config = await world.client.get(KlusterletAddonConfig, { namespace: 'demo', name: 'demo' })
    expect(config?.spec).toMatchObject({
      clusterName: 'demo',
      clusterNamespace: 'demo',
      clusterLabels: { cloud: 'auto-detect', vendor: 'auto-detect' },
      applicationManager: { enabled: true },
      certPolicyController: { enabled: true },
      policyController: { enabled: true },
      searchCollector: { enabled: true },
    })
  })

  it('hands its kubeconfig to its agent, and copies of its secrets to the hub', async () => {
    const world = await startWorld()
    await world.start()
    await world.host('demo')
    await world.seconds(60)

    const external = await world.client.get(Secret, {
      namespace: 'klusterlet-demo',
      name: 'external-managed-kubeconfig',
    })
    const mirror = await world.client.get(Secret, { namespace: 'local-cluster', name: 'demo-admin-kubeconfig' })
    const password = await world.client.get(Secret, { namespace: 'local-cluster', name: 'demo-kubeadmin-password' })
    const source = await world.client.get(Secret, { namespace: NAMESPACE, name: 'demo-admin-kubeconfig' })

    expect(JSON.parse(textOf(external, 'kubeconfig')).clusters[0].cluster.server).toBe(
      'https://kube-apiserver.clusters-demo.svc.cluster.local:6443',
    )
    expect(mirror?.data).toEqual(source?.data)
    expect(mirror?.metadata.annotations).toEqual({
      'cluster.open-cluster-management.io/managedcluster-name': 'demo',
    })
    expect(textOf(password, 'password')).toBe('abcde-fghij-klmno-pqrst')
  })

  it('gives its agent and the hub back what somebody deletes', async () => {
    const world = await startWorld()
    await world.start()
    await world.host('demo')
    await world.seconds(60)

    await world.client.delete(Secret, { namespace: 'klusterlet-demo', name: 'external-managed-kubeconfig' })
    await world.client.delete(Secret, { namespace: 'local-cluster', name: 'demo-admin-kubeconfig' })
    await world.client.delete(Secret, { namespace: 'local-cluster', name: 'demo-kubeadmin-password' })
    await world.seconds(30)

    expect(await world.condition(IMPORTED)).toBe('True/ManagedClusterImported')
    for (const name of ['demo-admin-kubeconfig', 'demo-kubeadmin-password']) {
      expect(await world.client.get(Secret, { namespace: 'local-cluster', name })).toBeDefined()
    }
  })

  it('hands its new kubeconfig on when the old one is renewed', async () => {
    const world = await startWorld()
    await world.start()
    await world.host('demo')
    await world.seconds(60)
    const source = { namespace: NAMESPACE, name: 'demo-admin-kubeconfig' }
    const renewed = JSON.parse(textOf(await world.client.get(Secret, source), 'kubeconfig'))
    renewed.users[0].user['client-certificate-data'] = 'bmV3'

    const kubeconfig = Buffer.from(JSON.stringify(renewed)).toString('base64')
    await world.client.patch(Secret, source, { type: 'merge', body: { data: { kubeconfig } } })
    await world.seconds(1)

    const agents = { namespace: 'klusterlet-demo', name: 'external-managed-kubeconfig' }
    expect(textOf(await world.client.get(Secret, agents), 'kubeconfig')).toContain('"bmV3"')
    const mirror = await world.client.get(Secret, { ...source, namespace: 'local-cluster' })
    expect(mirror?.data).toEqual({ kubeconfig })
  })

  it('says of itself that it is hosted, once it is installed', async () => {
    const world = await startWorld()
    await world.start()
    const api = await world.host('demo')
    await world.seconds(60)
    expect((await world.cluster())?.status?.clusterClaims).toEqual([])

    await world.completeInstall('demo')
    await world.seconds(1)

    const claim = { name: 'hostedcluster.hypershift.openshift.io' }
    expect((await api.client.get(ManagedClusterClaim, claim))?.spec?.value).toBe('true')
    expect((await world.cluster())?.status?.clusterClaims).toEqual([{ ...claim, value: 'true' }])
  })
})

describe('a managed cluster that somebody made for a hosted one', () => {
  it('is linked by the annotation of the HostedCluster', async () => {
    const world = await startWorld()
    await world.start()
    await world.client.create(ManagedCluster, explicitCluster('2abc'))
    await world.host('demo', { annotations: { 'cluster.open-cluster-management.io/managedcluster-name': '2abc' } })

    await world.seconds(60)

    expect(await world.condition(AVAILABLE, '2abc')).toBe('True/ManagedClusterAvailable')
    expect(await world.cluster('demo')).toBeUndefined()
    expect(await world.client.get(Secret, { namespace: 'local-cluster', name: '2abc-admin-kubeconfig' })).toBeDefined()
  })

  it('waits for the hosted cluster, step by step', async () => {
    const world = await startWorld()
    await world.start()
    await world.client.create(ManagedCluster, explicitCluster('demo'))
    await world.seconds(1)
    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterWaitForImporting')
    expect((await world.cluster())?.spec?.taints).toMatchObject([
      { key: 'cluster.open-cluster-management.io/unreachable', effect: 'NoSelect' },
    ])

    await world.seconds(10)
    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterImporting')
    expect(await world.message(IMPORTED)).toBe('Wait for the user to provide the external managed kubeconfig')
    const klusterlet = await world.client.get(Klusterlet, { name: 'klusterlet-demo' })
    expect(klusterlet?.status?.conditions?.map(({ type, status, reason }) => `${type} ${status}/${reason}`)).toEqual([
      'ReadyToApply False/KlusterletPrepareFailed',
    ])

    await world.host('demo')
    await world.seconds(1)
    expect(await world.condition(IMPORTED)).toBe('True/ManagedClusterImported')
    expect(await world.condition('ManagedClusterJoined')).toBeUndefined()
    await world.seconds(10)
    expect(await world.condition('ManagedClusterJoined')).toBe('True/ManagedClusterJoined')
  })

  it('has its agent brought to the hosting cluster by a work', async () => {
    const world = await startWorld()
    await world.start()
    await world.client.create(ManagedCluster, explicitCluster('demo'))
    await world.host('demo')
    await world.seconds(60)

    const work = await world.client.get(ManifestWork, { namespace: 'local-cluster', name: 'demo-hosted-klusterlet' })
    expect(work?.metadata.labels).toEqual({ 'import.open-cluster-management.io/hosted-cluster': 'demo' })
    expect(work?.metadata.annotations).toEqual({ 'open-cluster-management.io/cleanup-priority': '100' })
    expect(work?.spec?.deleteOption?.propagationPolicy).toBe('Foreground')
    expect(work?.spec?.workload?.manifests?.map(({ kind }) => kind)).toEqual(['Secret', 'Klusterlet'])
    const secret = await world.client.get(Secret, { namespace: 'demo', name: 'demo-import' })
    expect(textOf(secret, 'import.yaml')).toContain('"kind":"Klusterlet"')
    expect(textOf(secret, 'crds.yaml')).toContain('klusterlets.operator.open-cluster-management.io')
    const klusterlet = await world.client.get(Klusterlet, { name: 'klusterlet-demo' })
    expect(klusterlet?.spec).toMatchObject({ clusterName: 'demo', deployOption: { mode: 'Hosted' } })
    expect(klusterlet?.status?.conditions?.map(({ type, status, reason }) => `${type} ${status}/${reason}`)).toEqual([
      'ReadyToApply True/KlusterletPrepared',
      'Applied True/KlusterletApplied',
      'Available True/KlusterletAvailable',
      'HubConnectionDegraded False/HubConnectionFunctional',
      'RegistrationDesiredDegraded False/DeploymentsFunctional',
      'WorkDesiredDegraded False/DeploymentsFunctional',
    ])
  })

  it('waits for a work agent that does not work', async () => {
    const world = await startWorld({ workAgent: false })
    await world.start()
    await world.host('demo')

    await world.seconds(60)

    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterImporting')
    expect(await world.message(IMPORTED)).toBe('Wait for importing resources to be available on the hosting cluster')
  })

  it.each([
    [
      { 'import.open-cluster-management.io/hosting-cluster-name': '' },
      'False/ManagedClusterWaitForImporting',
      'Waiting for the user to specify the hosting cluster',
    ],
    [
      { 'import.open-cluster-management.io/hosting-cluster-name': 'nowhere' },
      'False/ManagedClusterImporting',
      'Hosting cluster is not a managed cluster of the hub',
    ],
    [
      { 'import.open-cluster-management.io/klusterlet-deploy-mode': 'Default' },
      'False/ManagedClusterWaitForImporting',
      'Wait for importing',
    ],
  ])('says what is wrong with %j', async (annotations, condition, message) => {
    const world = await startWorld()
    await world.start()
    await world.client.create(ManagedCluster, explicitCluster('demo', annotations))

    await world.seconds(30)

    expect(await world.condition(IMPORTED)).toBe(condition)
    expect(await world.message(IMPORTED)).toBe(message)
  })

  it('goes on once its hosting cluster is managed', async () => {
    const world = await startWorld()
    await world.start({ autoImport: false })
    await world.client.create(
      ManagedCluster,
      explicitCluster('demo', { 'import.open-cluster-management.io/hosting-cluster-name': 'west' }),
    )
    await world.seconds(30)
    await world.client.create(ManagedCluster, {
      metadata: { name: 'west' },
      spec: { hubAcceptsClient: true, leaseDurationSeconds: 60 },
    })

    await world.seconds(30)

    expect(await world.message(IMPORTED)).toBe('Wait for importing resources to be available on the hosting cluster')
    expect(await world.client.get(ManifestWork, { namespace: 'west', name: 'demo-hosted-klusterlet' })).toBeDefined()
  })

  it('is reached by a kubeconfig that was handed over', async () => {
    const world = await startWorld()
    await world.start({ autoImport: false })
    await world.client.create(ManagedCluster, explicitCluster('other'))
    // A cluster that this hub hosts, but under a name that nobody told it.
    await world.host('demo')
    await world.seconds(30)
    const source = await world.client.get(Secret, { namespace: NAMESPACE, name: 'demo-admin-kubeconfig' })
    const handedOver = { namespace: 'other', name: 'auto-import-secret' }
    await world.client.create(Secret, {
      metadata: handedOver,
      data: { kubeconfig: source?.data?.['kubeconfig'] ?? '' },
    })

    await world.seconds(60)

    expect(await world.condition(IMPORTED, 'other')).toBe('True/ManagedClusterImported')
    expect(await world.condition(AVAILABLE, 'other')).toBe('True/ManagedClusterAvailable')
    expect(await world.client.get(Secret, handedOver)).toBeUndefined()
    const work = await world.client.get(ManifestWork, { namespace: 'local-cluster', name: 'other-hosted-kubeconfig' })
    expect(work?.spec?.deleteOption?.propagationPolicy).toBe('Orphan')
  })
})

describe('a cluster whose import or registration fails', () => {
  const failure = { condition: 'Failed', reason: 'Told', message: 'the image is not there' }

  it('says that it could not be imported, and is once that is over', async () => {
    const world = await startWorld()
    await world.start()
    world.behaviours.setFailure('ManagedCluster', { name: 'demo' }, { ...failure, state: 'Importing' })
    await world.host('demo')

    await world.seconds(60)
    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterImportFailed')
    expect(await world.message(IMPORTED)).toBe('the image is not there')

    world.behaviours.clearOverride('ManagedCluster', { name: 'demo' })
    await world.seconds(60)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
  })

  it('joins even if its agent falls silent at once', async () => {
    const world = await startWorld()
    await world.start()
    world.behaviours.setFailure('ManagedCluster', { name: 'demo' }, { ...failure, state: 'Agent' })
    await world.host('demo')

    await world.seconds(360)

    expect(await world.condition('ManagedClusterJoined')).toBe('True/ManagedClusterJoined')
    expect(await world.condition(AVAILABLE)).toBe('Unknown/ManagedClusterLeaseUpdateStopped')
  })

  it('never joins while its agent cannot register', async () => {
    const world = await startWorld()
    await world.start()
    world.behaviours.setFailure('ManagedCluster', { name: 'demo' }, { ...failure, state: 'Registration' })
    await world.host('demo')

    await world.seconds(360)

    expect(await world.condition(IMPORTED)).toBe('True/ManagedClusterImported')
    expect(await world.condition('ManagedClusterJoined')).toBeUndefined()
    expect(await world.condition(AVAILABLE)).toBe('Unknown/ManagedClusterLeaseUpdateStopped')
  })
})

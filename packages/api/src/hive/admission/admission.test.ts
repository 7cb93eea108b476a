import type { JsonObject, KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { hiveAdmissionKinds, validateHiveAdmission } from './admission.ts'
import type { HiveAdmissionSettings } from './request.ts'

const objectOf = (kind: string, spec: JsonObject, metadata: KubeObject['metadata'] = {}) => ({
  apiVersion: 'hive.openshift.io/v1',
  kind,
  metadata: { name: 'demo', namespace: 'team', ...metadata },
  spec,
})

const creating = (kind: string, spec: JsonObject, settings: HiveAdmissionSettings = {}) =>
  validateHiveAdmission({ kind, operation: 'CREATE', object: objectOf(kind, spec), ...settings })
const complaints = (kind: string, spec: JsonObject) =>
  (creating(kind, spec)?.errors ?? []).map(({ field, message }) => `${field}: ${message}`)
const changing = (kind: string, from: JsonObject, to: JsonObject, metadata: KubeObject['metadata'] = {}) => {
  const object = objectOf(kind, to, metadata)
  const found = validateHiveAdmission({ kind, operation: 'UPDATE', object, oldObject: objectOf(kind, from) })
  return (found?.errors ?? []).map(({ field, message }) => `${field}: ${message}`)
}

describe('admission', () => {
  it('is asked of the kinds that Hive has webhooks for, and accepts all others', () => {
    expect(hiveAdmissionKinds).toEqual([
      'ClusterDeployment',
      'ClusterDeploymentCustomization',
      'ClusterImageSet',
      'ClusterPool',
      'ClusterProvision',
      'DNSZone',
      'MachinePool',
      'SelectorSyncSet',
      'SyncSet',
    ])
    expect(creating('ClusterState', {})).toBeUndefined()
    expect(creating('constructor', {})).toBeUndefined()
  })
})

describe('a ClusterProvision', () => {
  const installer = { podSpec: { containers: [{ name: 'i' }] }, clusterDeploymentRef: { name: 'demo' }, attempt: 0 }
  const outcome = {
    infraID: 'i',
    adminKubeconfigSecretRef: { name: 'k' },
    adminPasswordSecretRef: { name: 'p' },
  }

  it.each([
    ['initializing', 'provisioning', true],
    ['initializing', 'failed', true],
    ['initializing', 'complete', false],
    ['provisioning', 'complete', true],
    ['provisioning', 'initializing', false],
    ['complete', 'failed', false],
    ['failed', 'initializing', false],
  ])('goes from %s to %s: %s', (from, to, allowed) => {
    const before = { ...installer, ...outcome, stage: from }
    const refusal = `spec.stage: Invalid value: "${to}": cannot transition from ${from} to ${to}`

    expect(changing('ClusterProvision', before, { ...before, stage: to })).toEqual(allowed ? [] : [refusal])
  })

  it('needs an outcome to be complete', () => {
    expect(complaints('ClusterProvision', { ...installer, stage: 'complete' })).toEqual([
      'spec.infraID: Required value: infra ID must be set for provisioning or complete cluster',
      'spec.adminKubeConfigSecretRef: Required value: admin kubeconfig secret must be set for complete cluster',
      'spec.adminPasswordSecretRef: Required value: admin password secret must be set for complete cluster',
    ])
  })

  it('has one of the known stages', () => {
    expect(complaints('ClusterProvision', { ...installer, stage: 'constructor' })).toEqual([
      'spec.stage: Unsupported value: "constructor": supported values: "initializing", "provisioning", "complete", "failed"',
    ])
  })

  it('without an installer is of a cluster that was there before', () => {
    const spec = { ...installer, podSpec: {}, attempt: 1, stage: 'initializing' }

    expect(complaints('ClusterProvision', spec)).toEqual([
      'spec.attempt: Invalid value: 1: attempt number must not be set for pre-installed cluster',
      'spec.stage: Invalid value: "initializing": stage must be complete for pre-installed cluster',
    ])
  })

  it('keeps what was written once', () => {
    const before = { ...installer, ...outcome, stage: 'provisioning' }

    expect(changing('ClusterProvision', before, { ...before, infraID: 'j', attempt: 1, prevInfraID: 'x' })).toEqual([
      'spec.attempt: Invalid value: 1: field is immutable',
      'spec.infraID: Invalid value: "j": field is immutable',
      'spec.prevInfraID: Invalid value: "x": field is immutable',
    ])
  })
})

describe('a MachinePool', () => {
  const aws = { type: 'm5.large', rootVolume: { size: 10, type: 'gp3' } }
  const worker = { clusterDeploymentRef: { name: 'demo' }, name: 'worker', platform: { aws } }
  const named = { name: 'demo-worker' }
  const wrong = (spec: JsonObject) => {
    const object = objectOf('MachinePool', spec, named)
    const found = validateHiveAdmission({ kind: 'MachinePool', operation: 'CREATE', object })
    return (found?.errors ?? []).map(({ field, message }) => `${field}: ${message}`)
  }

  it('is named for its cluster and its pool', () => {
    expect(wrong(worker)).toEqual([])
    expect(complaints('MachinePool', worker)).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the message itself speaks of variables.
      'metadata.name: Invalid value: "demo": name must be ${CD_NAME}-${POOL_NAME}, where ${CD_NAME} is the name of the clusterdeployment and ${POOL_NAME} is the name of the remote machine pool',
    ])
    expect(wrong({ ...worker, name: 'w' })).toContain('spec.name: Invalid value: "w": pool name cannot be "w"')
  })

  it.each<[JsonObject, string]>([
    [{ platform: {} }, 'spec.platform: Required value: must specify a platform'],
    [
      { replicas: 1, autoscaling: { minReplicas: 0, maxReplicas: 2 } },
      'spec.replicas: Invalid value: 1: replicas must not be specified when autoscaling is specified',
    ],
    [{ replicas: -1 }, 'spec.replicas: Invalid value: -1: replicas count must not be negative'],
    [
      { autoscaling: { minReplicas: 3, maxReplicas: 2 } },
      'spec.autoscaling.minReplicas: Invalid value: 3: minimum replicas must not be greater than maximum replicas',
    ],
    [
      { autoscaling: { minReplicas: 0, maxReplicas: 2 }, platform: { ibmcloud: {} } },
      'spec.autoscaling.minReplicas: Invalid value: 0: minimum replicas must be at least 1',
    ],
    [
      { platform: { aws: { ...aws, zones: [''] } } },
      'spec.platform.aws.zones[0]: Invalid value: "": zone cannot be an empty string',
    ],
    [
      { platform: { azure: { type: '', osDisk: { diskSizeGB: 1 } } } },
      'spec.platform.azure.instanceType: Required value: instance type is required',
    ],
  ])('is refused with %j', (spec, message) => {
    expect(wrong({ ...worker, ...spec })).toEqual([message])
  })

  it('may shrink to nothing on the large clouds', () => {
    expect(wrong({ ...worker, autoscaling: { minReplicas: 0, maxReplicas: 2 } })).toEqual([])
  })

  it('keeps its platform, unless an annotation says otherwise', () => {
    const larger = { ...worker, platform: { aws: { ...aws, type: 'm5.xlarge' } } }
    const annotations = { 'hive.openshift.io/override-machinepool-platform': 'true' }

    expect(changing('MachinePool', worker, larger, named)).toEqual([
      'spec.platform: Invalid value: {"aws":{"rootVolume":{"size":10,"type":"gp3"},"type":"m5.xlarge"}}: field is immutable',
    ])
    expect(changing('MachinePool', worker, larger, { ...named, annotations })).toEqual([])
  })
})

describe('a SyncSet', () => {
  const patch = { apiVersion: 'v1', kind: 'Node', name: 'n', patch: '{}' }

  it.each<[JsonObject, string]>([
    [
      { patches: [{ ...patch, patchType: 'foo' }] },
      'spec.patches[0].PatchType: Unsupported value: "foo": supported values: "", "json", "merge", "strategic"',
    ],
    [
      { resourceApplyMode: 'foo' },
      'spec.resourceApplyMode: Unsupported value: "foo": supported values: "Upsert", "Sync"',
    ],
    [
      { resources: [{ apiVersion: 'authorization.openshift.io/v1', kind: 'Role' }] },
      'spec.resources[0].APIVersion: Invalid value: "authorization.openshift.io/v1": must use kubernetes group for this resource kind',
    ],
    [
      { secretMappings: [{ sourceRef: { name: '' }, targetRef: { name: 't' } }] },
      'spec.secretMappings[0].sourceRef.name: Required value: Name is required',
    ],
  ])('is refused with %j, and a SelectorSyncSet is, too', (spec, message) => {
    expect(complaints('SyncSet', { clusterDeploymentRefs: [], ...spec })).toEqual([message])
    expect(complaints('SelectorSyncSet', spec)).toEqual([message])
  })

  it('takes Secrets from its own namespace only', () => {
    const from = (namespace: string) => ({
      secretMappings: [{ sourceRef: { name: 's', namespace }, targetRef: { name: 't' } }],
    })

    expect(complaints('SyncSet', from('team'))).toEqual([])
    expect(complaints('SyncSet', from('other'))).toEqual([
      'spec.secretMappings[0].sourceRef.namespace: Invalid value: "other": source secret reference must be in same namespace as SyncSet',
    ])
    expect(complaints('SelectorSyncSet', from('other'))).toEqual([])
  })
})

describe('smaller kinds', () => {
  it('a ClusterImageSet names a release', () => {
    const wrong = (releaseImage: string, settings = {}) =>
      creating('ClusterImageSet', { releaseImage }, settings)?.message

    expect(wrong('registry.example/release:4.17')).toBeUndefined()
    expect(wrong('')).toBe(
      'ClusterImageSet.hive.openshift.io "demo" is invalid: spec.releaseImage: Required value: release image must be specified',
    )
    expect(wrong('registry.example/release@nonsense')).toContain('release image digest is invalid')
    expect(wrong('registry.example/release:4.17', { releaseDigestsOnly: true })).toContain(
      'only digest based release images are supported since release verification is required',
    )
  })

  it('a ClusterPool has a platform', () => {
    expect(complaints('ClusterPool', { platform: {} })).toEqual([
      'spec.platform: Required value: must specify a platform',
    ])
  })

  it.each([
    ['ClusterPool', 'Invalid cluster pool name (.meta.name): must be no more than 63 characters'],
    [
      'ClusterDeploymentCustomization',
      'Invalid cluster deployment customization name (.meta.name): must be no more than 63 characters',
    ],
  ])('a %s has a name that can be a label', (kind, message) => {
    const object = objectOf(kind, { platform: {} }, { name: 'x'.repeat(64) })

    expect(validateHiveAdmission({ kind, operation: 'CREATE', object })?.message).toBe(message)
  })

  it('a DNSZone keeps its domain, which is a valid one', () => {
    const kind = 'DNSZone'
    const [object, oldObject] = [objectOf(kind, { zone: 'a.example' }), objectOf(kind, { zone: 'b.example' })]

    expect(creating(kind, { zone: 'a.example' })).toBeUndefined()
    expect(creating(kind, { zone: 'Not_A_Zone' })?.message).toMatch(
      /^Failed validation: a lowercase RFC 1123 subdomain/,
    )
    expect(validateHiveAdmission({ kind, operation: 'UPDATE', object, oldObject })?.message).toBe(
      'DNSZone.Spec.Zone is immutable',
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { ClusterDeployment } from '../cluster-deployment.ts'
import { validateHiveAdmission } from './admission.ts'
import type { HiveAdmissionSettings } from './request.ts'

type Spec = ClusterDeployment['spec']

const base: Spec = {
  clusterName: 'demo',
  baseDomain: 'example.com',
  platform: { aws: { region: 'us-east-1', credentialsSecretRef: { name: 'aws' } } },
  provisioning: { installConfigSecretRef: { name: 'config' } },
}
const metadata = { clusterID: 'c', infraID: 'i', adminKubeconfigSecretRef: { name: 'k' } }

const cluster = (spec: Partial<Spec> = {}, meta: ClusterDeployment['metadata'] = {}): ClusterDeployment => ({
  apiVersion: 'hive.openshift.io/v1',
  kind: 'ClusterDeployment',
  metadata: { name: 'demo', namespace: 'team', ...meta },
  spec: { ...base, ...spec },
})

const creating = (object: ClusterDeployment, settings: HiveAdmissionSettings = {}) =>
  validateHiveAdmission({ kind: 'ClusterDeployment', operation: 'CREATE', object, ...settings })
const changing = (from: Partial<Spec>, to: Partial<Spec>) =>
  validateHiveAdmission({
    kind: 'ClusterDeployment',
    operation: 'UPDATE',
    object: cluster(to),
    oldObject: cluster(from),
  })

const INVALID = 'ClusterDeployment.hive.openshift.io "demo" is invalid: '
const LONG = 'x'.repeat(64)

describe('creating a cluster', () => {
  it('is accepted with a platform, its credentials and an install-config', () => {
    expect(creating(cluster())).toBeUndefined()
  })

  it.each<[string, ClusterDeployment, string]>([
    [
      'long name',
      cluster({}, { name: LONG }),
      'Invalid cluster deployment name (.meta.name): must be no more than 63 characters',
    ],
    [
      'long cluster name',
      cluster({ clusterName: LONG }),
      'Invalid cluster name (.spec.clusterName): must be no more than 63 characters',
    ],
    [
      'no default ingress',
      cluster({ ingress: [{ name: 'x', domain: 'x.demo.example.com' }] }),
      'Ingress list must include a default entry',
    ],
    [
      'wildcard ingress',
      cluster({ ingress: [{ name: 'default', domain: '*.demo.example.com' }] }),
      'Ingress domains must not lead with *',
    ],
    [
      'foreign ingress',
      cluster({ ingress: [{ name: 'default', domain: 'apps.other.example.com' }] }),
      'Ingress domains must share the same domain as the cluster',
    ],
    [
      'missing certificate',
      cluster({ ingress: [{ name: 'default', domain: 'apps.demo.example.com', servingCertificate: 'none' }] }),
      'Ingress has serving certificate that does not exist in certificate bundle',
    ],
    [
      'nameless bundle',
      cluster({ certificateBundles: [{ name: '', certificateSecretRef: { name: 's' } }] }),
      'Certificate bundle is missing a name',
    ],
    [
      'bundle without secret',
      cluster({ certificateBundles: [{ name: 'b', certificateSecretRef: { name: '' } }] }),
      'Certificate bundle is missing a secret reference',
    ],
  ])('is a bad request with %s', (_what, object, message) => {
    expect(creating(object)).toEqual({ code: 400, reason: 'BadRequest', message, errors: [] })
  })

  it.each([
    ['child.managed.example', undefined],
    ['managed.example', 400],
    ['deep.child.managed.example', 400],
    ['child.other.example', 400],
  ])('with managed DNS needs a base domain right below a managed one: %s', (baseDomain, code) => {
    const settings = { managedDomains: ['managed.example'] }

    expect(creating(cluster({ manageDNS: true, baseDomain }), settings)?.code).toBe(code)
  })

  it.each<[Partial<Spec>, string]>([
    [{ platform: {} }, 'spec.platform: Required value: must specify a platform'],
    [
      { platform: { none: {}, baremetal: { libvirtSSHPrivateKeySecretRef: { name: 's' } } } },
      'spec.platform: Invalid value: {"baremetal":{"libvirtSSHPrivateKeySecretRef":{"name":"s"}},"none":{}}: must specify only a single platform',
    ],
    [
      { platform: { aws: { region: 'r' } } },
      'spec.platform.aws.credentialsSecretRef.name: Required value: must specify secrets for AWS access',
    ],
    [
      {
        platform: {
          aws: { region: 'r', credentialsSecretRef: { name: 's' }, credentialsAssumeRole: { roleARN: 'arn' } },
        },
      },
      'spec.platform.aws.credentialsAssumeRole: Required value: cannot specify assume role when credentials secret is provided',
    ],
    [
      { platform: { gcp: { region: 'r' } } },
      'spec.platform.gcp.credentialsSecretRef.name: Required value: must specify secrets for GCP access',
    ],
    [{ provisioning: undefined }, 'spec.provisioning: Required value: provisioning is required if not installed'],
    [
      { provisioning: {} },
      'spec.provisioning.installConfigSecretRef.name: Required value: must specify an InstallConfig',
    ],
    [
      { clusterPoolRef: { namespace: 'n', poolName: 'p', claimName: 'c' } },
      'spec.clusterPoolRef.claimName: Invalid value: "c": cannot create a ClusterDeployment that is already claimed',
    ],
    [
      { platform: { aws: { region: 'r', credentialsSecretRef: { name: 's' }, privateLink: { enabled: true } } } },
      'spec.platform.aws.privateLink.enabled: Forbidden: AWS PrivateLink is not supported in the environment',
    ],
  ])('is invalid: %j', (spec, message) => {
    expect(creating(cluster(spec))).toMatchObject({ code: 422, reason: 'Invalid', message: INVALID + message })
  })

  it('names every field that is wrong', () => {
    const spec = { manageDNS: true, platform: { none: {} }, provisioning: {}, baseDomain: 'a.managed.example' }

    expect(creating(cluster(spec), { managedDomains: ['managed.example'] })?.errors.map(({ field }) => field)).toEqual([
      'spec.provisioning.installConfigSecretRef.name',
      'spec.manageDNS',
    ])
  })

  it('may be left to kinds that are known to install clusters', () => {
    const ref = { group: 'g', version: 'v1', kind: 'Install', name: 'x' }
    const object = cluster({ clusterInstallRef: ref })
    delete object.spec.provisioning

    expect(creating(object)?.message).toBe(
      `${INVALID}spec.clusterInstallRef: Forbidden: there are no supported implementations of clusterinstall contract`,
    )
    expect(creating(object, { clusterInstallKinds: [{ ...ref, kind: 'Other' }] })?.message).toBe(
      `${INVALID}spec.clusterInstallRef.kind: Unsupported value: "Install": supported values: "g/v1, Kind=Other"`,
    )
    expect(creating(object, { clusterInstallKinds: [ref] })).toBeUndefined()
  })

  it('may restore a claimed cluster', () => {
    const labels = { 'hive.openshift.io/disable-creation-webhook-for-dr': 'true' }
    const spec = { clusterPoolRef: { namespace: 'n', poolName: 'p', claimName: 'c' } }

    expect(creating(cluster(spec, { labels }))).toBeUndefined()
  })
})

describe('changing a cluster', () => {
  it.each<[Partial<Spec>, Partial<Spec>]>([
    [{}, { powerState: 'Hibernating', installAttemptsLimit: 2, preserveOnDelete: true }],
    [{}, { installed: true, clusterMetadata: metadata }],
    [{}, { provisioning: { installConfigSecretRef: { name: 'config' }, sshKnownHosts: [], releaseImage: '' } }],
    [
      { installed: true, clusterMetadata: metadata },
      { installed: true, clusterMetadata: { ...metadata, platform: { azure: { resourceGroupName: 'g' } } } },
    ],
    [
      { installed: true, clusterMetadata: metadata },
      { installed: true, clusterMetadata: { ...metadata, metadataJSONSecretRef: { name: 'm' } } },
    ],
  ])('from %j to %j is accepted', (from, to) => {
    expect(changing(from, to)).toBeUndefined()
  })

  it('of its region is refused, with what would change', () => {
    const moved = { platform: { aws: { region: 'eu-west-1', credentialsSecretRef: { name: 'aws' } } } }

    expect(changing({}, moved)).toEqual({
      code: 400,
      reason: 'BadRequest',
      message:
        'Attempted to change ClusterDeployment.Spec which is immutable except for CertificateBundles,ClusterMetadata,ControlPlaneConfig,Ingress,Installed,PreserveOnDelete,ClusterPoolRef,PowerState,HibernateAfter,InstallAttemptsLimit,Platform.AgentBareMetal.AgentSelector,Platform.AWS.PrivateLink.AdditionalAllowedPrincipals,Platform.GCP.DiscardLocalSsdOnHibernate fields. Unsupported change: \n\tPlatform.AWS.Region: (us-east-1 => eu-west-1)',
      errors: [],
    })
  })

  it('of its ingress may not empty the list', () => {
    expect(changing({ ingress: [{ name: 'default', domain: 'apps.demo.example.com' }] }, {})?.message).toBe(
      'Previously defined a list of ingress objects, must provide a default ingress object',
    )
  })

  it.each<[Partial<Spec>, Partial<Spec>, string]>([
    [
      { installed: true, clusterMetadata: metadata },
      { clusterMetadata: metadata },
      'spec.installed: Invalid value: false: cannot make uninstalled once installed',
    ],
    [{}, { installed: true }, 'spec.clusterMetadata: Required value: installed cluster must have cluster metadata'],
    [
      { installed: true, clusterMetadata: metadata },
      { installed: true, clusterMetadata: { ...metadata, infraID: 'other' } },
      'spec.clusterMetadata: Invalid value: {"adminKubeconfigSecretRef":{"name":"k"},"clusterID":"c","infraID":"other"}: field is immutable',
    ],
    [
      {},
      { clusterPoolRef: { namespace: 'n', poolName: 'p' } },
      'spec.clusterPoolRef: Invalid value: {"namespace":"n","poolName":"p"}: cannot add clusterPoolRef',
    ],
    [
      { clusterPoolRef: { namespace: 'n', poolName: 'p' } },
      {},
      'spec.clusterPoolRef: Invalid value: null: cannot remove clusterPoolRef',
    ],
    [
      { clusterPoolRef: { namespace: 'n', poolName: 'p', claimName: 'a' } },
      { clusterPoolRef: { namespace: 'n', poolName: 'p', claimName: 'b' } },
      'spec.clusterPoolRef.claimName: Invalid value: "b": field is immutable',
    ],
  ])('from %j to %j is invalid', (from, to, message) => {
    expect(changing(from, to)).toMatchObject({ code: 422, message: INVALID + message })
  })

  it('may describe its vSphere infrastructure in the new way, once', () => {
    const vsphere = { credentialsSecretRef: { name: 'a' }, certificatesSecretRef: { name: 'b' } }
    const old = { platform: { vsphere: { ...vsphere, vCenter: 'v' } } }
    const vcenter = { server: 'v', port: 443, user: '', password: '', datacenters: ['d'] }
    const zonal = { platform: { vsphere: { ...vsphere, infrastructure: { vcenters: [vcenter] } } } }

    expect(changing(old, zonal)).toBeUndefined()
    expect(changing(zonal, old)?.code).toBe(400)
  })
})

describe('deleting a cluster', () => {
  const deleting = (value: string) =>
    validateHiveAdmission({
      kind: 'ClusterDeployment',
      operation: 'DELETE',
      oldObject: cluster({}, { annotations: { 'hive.openshift.io/protected-delete': value } }),
    })

  it('is refused while it is protected', () => {
    expect(deleting('false')).toBeUndefined()
    expect(deleting('true')).toMatchObject({
      code: 422,
      message: `${INVALID}metadata.annotations.hive.openshift.io/protected-delete: Invalid value: "true": cannot delete while annotation is present`,
    })
  })
})

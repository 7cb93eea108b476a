import {
  AccountClaim,
  awsAccountKinds,
  ClusterDeployment,
  ClusterPool,
  ClusterProvision,
  gcpProjectKinds,
  HiveMachinePool,
  hiveKinds,
  OpenShiftMachine,
  OpenShiftMachineSet,
  ProjectClaim,
  SyncSet,
  targetClusterKinds,
} from '@skep/api'
import { apiVersionOf, type JsonObject, type KindDefinition } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import { installKinds } from './install-kinds.ts'
import { clientInProcess, startServer, testSignal } from './test/servers.ts'

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
/** Rules of a schema say nothing of what lacks a member, or has a value that is not in its list. */
const UNCHECKED =
  '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'
const metadata = { name: 'demo', namespace: 'default' }

const clusterSpec = {
  clusterName: 'demo',
  baseDomain: 'simulator.example.com',
  platform: { aws: { region: 'us-east-1', credentialsSecretRef: { name: 'aws' } } },
  provisioning: {
    imageSetRef: { name: 'openshift-v4.17.0' },
    installConfigSecretRef: { name: 'demo-install-config' },
  },
  pullSecretRef: { name: 'demo-pull' },
}
const legalEntity = { id: '111', name: 'Example' }

/** A client of a server that has been given the kinds as any Kubernetes would be. */
async function clientFor(...kinds: KindDefinition[]): Promise<Client> {
  const client = clientInProcess(await startServer())
  await installKinds(client, kinds, { signal: testSignal() })
  return client
}

/** Sends an object as somebody else wrote it. */
async function send(client: Client, kind: KindDefinition, spec: JsonObject): Promise<JsonObject> {
  const path = `/apis/${apiVersionOf(kind)}/namespaces/default/${kind.plural}`
  const object = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, spec }
  const { body } = await client.raw({ method: 'POST', path, body: object })
  return JSON.parse(body.toString('utf8'))
}

/** What `kubectl get` prints. */
async function printed(client: Client, kind: KindDefinition): Promise<Record<string, unknown>> {
  const path = `/apis/${apiVersionOf(kind)}/namespaces/default/${kind.plural}`
  const { body } = await client.raw({ path, headers: { accept: TABLE } })
  const { columnDefinitions, rows } = JSON.parse(body.toString('utf8'))
  const names: string[] = columnDefinitions.map(({ name }: { name: string }) => name)
  return Object.fromEntries(names.map((name, index) => [name, rows[0].cells[index]]))
}

describe('the kinds of Hive and the account operators', () => {
  it('are served under the names that their users know', async () => {
    const kinds = [...hiveKinds, ...awsAccountKinds, ...gcpProjectKinds, ...targetClusterKinds]
    const client = await clientFor(...kinds)

    const served = await Promise.all(
      [...new Set(kinds.map(apiVersionOf))].map(async (version) => {
        const { body } = await client.raw({ path: `/apis/${version}` })
        return JSON.parse(body.toString('utf8')).resources as { name: string; shortNames?: string[] }[]
      }),
    )

    const resources = served.flat()
    expect(resources.filter(({ name }) => !name.includes('/'))).toHaveLength(kinds.length)
    expect(
      Object.fromEntries(resources.flatMap(({ name, shortNames }) => (shortNames ? [[shortNames[0], name]] : []))),
    ).toEqual({
      ca: 'clusterautoscalers',
      cd: 'clusterdeployments',
      cdc: 'clusterdeploymentcustomizations',
      cdr: 'clusterdeprovisions',
      co: 'clusteroperators',
      cp: 'clusterpools',
      csl: 'clustersyncleases',
      csync: 'clustersyncs',
      imgset: 'clusterimagesets',
      ma: 'machineautoscalers',
      ss: 'syncsets',
      sss: 'selectorsyncsets',
    })
    expect(resources.map(({ name }) => name).filter((name) => name.endsWith('/scale'))).toEqual([
      'clusterpools/scale',
      'machinepools/scale',
      'machinesets/scale',
    ])
  })

  it.each<[KindDefinition, JsonObject]>([
    [ClusterDeployment, clusterSpec],
    [
      AccountClaim,
      {
        legalEntity,
        aws: { regions: [{ name: 'us-east-1' }] },
        awsCredentialSecret: { name: 'aws', namespace: 'uhc-dev-c1' },
        accountLink: '',
      },
    ],
    [ProjectClaim, { legalEntity, region: 'us-east1', gcpCredentialSecret: { name: 'gcp', namespace: 'uhc-dev-c2' } }],
    [
      ClusterProvision,
      {
        clusterDeploymentRef: { name: 'demo' },
        attempt: 0,
        stage: 'initializing',
        podSpec: { containers: [{ name: 'installer', newerField: [1] }] },
        alsoNewer: { a: 1 },
      },
    ],
    [
      SyncSet,
      {
        clusterDeploymentRefs: [{ name: 'demo' }],
        resources: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { b: 'c' } }],
      },
    ],
    [
      OpenShiftMachine,
      { providerSpec: { value: { instanceType: 'm5.large' } }, authoritativeAPI: 'MachineAPI', taints: [] },
    ],
  ])('keep every field of an object: $kind', async (kind, spec) => {
    const client = await clientFor(kind)

    expect((await send(client, kind, spec))['spec']).toEqual(spec)
  })

  it('print of a cluster what a user of Hive knows', async () => {
    const client = await clientFor(ClusterDeployment)
    const labels = { 'hive.openshift.io/cluster-platform': 'aws', 'hive.openshift.io/version': '4.17.0' }
    const clusterMetadata = { clusterID: 'c', infraID: 'demo-x7k2p', adminKubeconfigSecretRef: { name: 'k' } }
    const created = await client.create(ClusterDeployment, {
      metadata: { ...metadata, labels },
      spec: { ...clusterSpec, clusterMetadata },
    })
    await client.patchStatus(ClusterDeployment, created, {
      ...created,
      status: { powerState: 'Running', conditions: [{ type: 'Provisioned', status: 'True', reason: 'Provisioned' }] },
    })

    expect(await printed(client, ClusterDeployment)).toEqual({
      Name: 'demo',
      InfraID: 'demo-x7k2p',
      Platform: 'aws',
      Region: null,
      Version: '4.17.0',
      ClusterType: null,
      ProvisionStatus: 'Provisioned',
      PowerState: 'Running',
      Age: expect.stringMatching(/^\d+s$/),
    })
  })

  it('print of a machine its type, whose label has dots and a slash', async () => {
    const client = await clientFor(OpenShiftMachine)
    const labels = { 'machine.openshift.io/instance-type': 'm5.large' }
    await client.create(OpenShiftMachine, { metadata: { ...metadata, labels }, spec: { providerSpec: {} } })

    expect((await printed(client, OpenShiftMachine))['Type']).toBe('m5.large')
  })

  it('fill in what may be left out', async () => {
    const client = await clientFor(ClusterPool, OpenShiftMachineSet)
    const { clusterName: _name, provisioning: _how, pullSecretRef: _pull, ...place } = clusterSpec
    const pool = { ...place, imageSetRef: { name: 'i' }, size: 1, inventory: [{ name: 'a' }], pullSecretRef: {} }

    expect((await send(client, ClusterPool, pool))['spec']).toMatchObject({
      inventory: [{ kind: 'ClusterDeploymentCustomization', name: 'a' }],
      pullSecretRef: { name: '' },
    })
    expect((await send(client, OpenShiftMachineSet, { selector: {} }))['spec']).toMatchObject({ replicas: 1 })
  })

  it.each<[KindDefinition, JsonObject, string]>([
    [
      ClusterDeployment,
      { ...clusterSpec, platform: { aws: {} } },
      `[spec.platform.aws.region: Required value, ${UNCHECKED}]`,
    ],
    [
      ClusterDeployment,
      { ...clusterSpec, powerState: 'Off' },
      `[spec.powerState: Unsupported value: "Off": supported values: "", "Running", "Hibernating", ${UNCHECKED}]`,
    ],
    [
      ClusterDeployment,
      { ...clusterSpec, hibernateAfter: '8 hours' },
      String.raw`spec.hibernateAfter: Invalid value: "8 hours": spec.hibernateAfter in body should match '^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$'`,
    ],
    [
      HiveMachinePool,
      {
        clusterDeploymentRef: { name: 'demo' },
        name: 'w',
        platform: { gcp: { type: 't', osDisk: { diskSizeGB: 1 } } },
      },
      'spec.platform.gcp.osDisk.diskSizeGB: Invalid value: 1: spec.platform.gcp.osDisk.diskSizeGB in body should be greater than or equal to 16',
    ],
  ])('refuse what their schema refuses: $kind', async (kind, spec, complaint) => {
    const client = await clientFor(kind)

    await expect(send(client, kind, spec)).rejects.toMatchObject({
      reason: 'Invalid',
      message: `${kind.kind}.${kind.group} "demo" is invalid: ${complaint}`,
    })
  })

  it('refuse two conditions of one type on an account claim', async () => {
    const client = await clientFor(AccountClaim)
    const spec = {
      legalEntity,
      aws: { regions: [] },
      awsCredentialSecret: { name: 'aws', namespace: 'n' },
      accountLink: '',
    }
    const claim = await client.create(AccountClaim, { metadata, spec })
    const condition = { type: 'Claimed', status: 'True' }

    await expect(
      client.patchStatus(AccountClaim, claim, {
        ...claim,
        status: { state: 'Ready', conditions: [condition, condition] },
      }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('status.conditions[1]: Duplicate value: {"type":"Claimed"}'),
    })
  })
})

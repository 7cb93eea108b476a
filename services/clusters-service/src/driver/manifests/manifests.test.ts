import { createPublicKey } from 'node:crypto'
import { parseYaml } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import type { ClusterRecord } from '../../records/cluster-record.ts'
import { aChild, aRecord, aShard } from '../test/builders.ts'
import { accountClaim, projectClaim } from './claims.ts'
import { clusterDeployment } from './cluster-deployment.ts'
import { installConfig } from './install-config.ts'
import { machinePools } from './machine-pools.ts'
import type { ClusterOrder } from './order.ts'
import { ownCredentialsSecret } from './secrets.ts'
import { generateSshKey } from './ssh-key.ts'
import { externalLabels, syncSets } from './sync-sets.ts'
import { toYaml } from './yaml.ts'

const anOrder = (cluster: ClusterRecord['cluster'] = {}): ClusterOrder => ({
  record: aRecord({ id: 'c0ffee0123', cluster }),
  shard: aShard(),
  environment: 'test',
})
const options = { labels: {}, installAttemptsLimit: 3 }

describe('clusterDeployment', () => {
  it('carries everything that tells what the cluster is', () => {
    expect(clusterDeployment(anOrder(), { ...options, labels: { colour: 'blue' } })).toEqual({
      metadata: {
        namespace: 'uhc-test-c1',
        name: 'demo',
        labels: {
          'api.openshift.com/id': 'c0ffee0123',
          'api.openshift.com/name': 'demo',
          'api.openshift.com/environment': 'test',
          'api.openshift.com/legal-entity-id': 'org-1',
          'api.openshift.com/managed': 'true',
          'api.openshift.com/channel-group': 'stable',
          'api.openshift.com/product': 'osd',
          'cloud-provider': 'aws',
          colour: 'blue',
        },
      },
      spec: {
        clusterName: 'demo',
        baseDomain: '0123.simulator.example.com',
        platform: { aws: { region: 'us-east-1', credentialsSecretRef: { name: 'aws' } } },
        pullSecretRef: { name: 'demo-pull' },
        installAttemptsLimit: 3,
        provisioning: {
          imageSetRef: { name: 'openshift-v4.17.0' },
          installConfigSecretRef: { name: 'demo-install-config' },
          sshPrivateKeySecretRef: { name: 'demo-ssh' },
        },
      },
    })
  })

  it('assumes a role where the cluster brings one', () => {
    const order = anOrder({
      ccs: { enabled: true },
      aws: { sts: { role_arn: 'arn:aws:iam::1:role/x', external_id: 'e' } },
    })

    expect(clusterDeployment(order, options).spec.platform).toEqual({
      aws: { region: 'us-east-1', credentialsAssumeRole: { roleARN: 'arn:aws:iam::1:role/x', externalID: 'e' } },
    })
  })

  it('keeps a base domain that was ordered, and marks a cluster that only plays one', () => {
    const order = anOrder({ dns: { base_domain: 'mine.example.com' }, properties: { fake_cluster: 'true' } })
    const deployment = clusterDeployment(order, options)

    expect(deployment.spec.baseDomain).toBe('mine.example.com')
    expect(deployment.metadata.annotations).toEqual({ 'hive.openshift.io/fake-cluster': 'true' })
  })
})

describe('claims', () => {
  it('ask for an account in the region, with the credentials in the namespace of the cluster', () => {
    expect(accountClaim(anOrder())).toEqual({
      metadata: { namespace: 'uhc-test-c1', name: 'demo', labels: { 'api.openshift.com/id': 'c0ffee0123' } },
      spec: {
        legalEntity: { id: 'org-1', name: 'org-1' },
        awsCredentialSecret: { name: 'aws', namespace: 'uhc-test-c1' },
        aws: { regions: [{ name: 'us-east-1' }] },
        accountLink: '',
      },
    })
  })

  it('name the account and the keys that a customer brings', () => {
    const order = anOrder({ ccs: { enabled: true }, aws: { account_id: '123456789012' } })

    expect(accountClaim(order).spec).toMatchObject({
      byoc: true,
      byocAWSAccountID: '123456789012',
      byocSecretRef: { name: 'byoc', namespace: 'uhc-test-c1' },
    })
    expect(ownCredentialsSecret(order, { aws: { access_key_id: 'id', secret_access_key: 'key' } })?.stringData).toEqual(
      {
        aws_access_key_id: 'id',
        aws_secret_access_key: 'key',
      },
    )
  })

  it('ask for a project on GCP', () => {
    const order = anOrder({ cloud_provider: { id: 'gcp' }, region: { id: 'us-east1' } })

    expect(projectClaim(order).spec).toEqual({
      legalEntity: { id: 'org-1', name: 'org-1' },
      gcpCredentialSecret: { name: 'gcp', namespace: 'uhc-test-c1' },
      region: 'us-east1',
    })
  })
})

describe('installConfig', () => {
  it('says what the installer needs, in YAML', () => {
    const order = anOrder({
      nodes: { compute: 4, compute_machine_type: { id: 'm5.2xlarge' }, availability_zones: ['us-east-1a'] },
      aws: { tags: { owner: 'me: myself' } },
      api: { listening: 'internal' },
    })

    expect(parseYaml(installConfig(order, 'ssh-key')).value).toEqual({
      apiVersion: 'v1',
      metadata: { name: 'demo' },
      baseDomain: '0123.simulator.example.com',
      controlPlane: {
        name: 'master',
        replicas: 3,
        platform: { aws: { type: 'm5.2xlarge', zones: ['us-east-1a'] } },
      },
      compute: [{ name: 'worker', replicas: 4, platform: { aws: { type: 'm5.2xlarge', zones: ['us-east-1a'] } } }],
      networking: {
        networkType: 'OVNKubernetes',
        machineNetwork: [{ cidr: '10.0.0.0/16' }],
        serviceNetwork: ['172.30.0.0/16'],
        clusterNetwork: [{ cidr: '10.128.0.0/14', hostPrefix: 23 }],
      },
      platform: { aws: { region: 'us-east-1', userTags: { owner: 'me: myself' } } },
      publish: 'Internal',
      fips: false,
      sshKey: 'ssh-key',
      pullSecret: '',
    })
  })
})

describe('machinePools', () => {
  it('are the one that every cluster starts with and those that were added', () => {
    const order = anOrder({ nodes: { autoscale_compute: { min_replicas: 3, max_replicas: 6 } } })
    const added = aChild('machine_pools', 'gpu', {
      replicas: 2,
      instance_type: 'g4dn.xlarge',
      taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }],
      aws: { spot_market_options: { max_price: 0.5 } },
    })

    expect(machinePools(order, [added, { ...added, id: 'old', deleting: true }])).toEqual([
      {
        metadata: { namespace: 'uhc-test-c1', name: 'demo-worker', labels: { 'api.openshift.com/id': 'c0ffee0123' } },
        spec: {
          clusterDeploymentRef: { name: 'demo' },
          name: 'worker',
          autoscaling: { minReplicas: 3, maxReplicas: 6 },
          platform: { aws: { type: 'm5.xlarge', rootVolume: { size: 300, type: 'gp3' } } },
        },
      },
      {
        metadata: { namespace: 'uhc-test-c1', name: 'demo-gpu', labels: { 'api.openshift.com/id': 'c0ffee0123' } },
        spec: {
          clusterDeploymentRef: { name: 'demo' },
          name: 'gpu',
          replicas: 2,
          platform: {
            aws: {
              type: 'g4dn.xlarge',
              rootVolume: { size: 300, type: 'gp3' },
              spotMarketOptions: { maxPrice: '0.5' },
            },
          },
          taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }],
        },
      },
    ])
  })
})

describe('external configuration', () => {
  it('becomes SyncSets and labels', () => {
    const resource = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }

    expect(
      syncSets(anOrder(), [aChild('external_configuration/syncsets', 'ext-1', { resources: [resource] })]),
    ).toEqual([
      {
        metadata: { namespace: 'uhc-test-c1', name: 'ext-1', labels: { 'api.openshift.com/id': 'c0ffee0123' } },
        spec: { clusterDeploymentRefs: [{ name: 'demo' }], resourceApplyMode: 'Sync', resources: [resource] },
      },
    ])
    expect(externalLabels([aChild('external_configuration/labels', 'l', { key: 'tier', value: 'gold' })])).toEqual({
      tier: 'gold',
    })
  })
})

describe('generateSshKey', () => {
  it('gives a private key and the line that lets it in', async () => {
    const { privateKey, publicKey } = await generateSshKey()

    expect(privateKey).toContain('BEGIN EC PRIVATE KEY')
    expect(publicKey).toMatch(/^ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY/)
    const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
    const blob = Buffer.from(publicKey.split(' ')[1]!, 'base64')
    expect(blob.includes(Buffer.from(x, 'base64url'))).toBe(true)
  })
})

describe('toYaml', () => {
  it('writes what a reader of YAML reads back', () => {
    const value = {
      text: 'plain',
      risky: ['yes', '1.0', 'a: b', '', 'null', '- x', 'line\nbreak'],
      nested: { list: [{ a: 1, b: [true, null] }, [], {}], empty: [] },
      absent: undefined,
    }

    expect(parseYaml(toYaml(value)).value).toEqual({ ...value, absent: undefined })
  })
})

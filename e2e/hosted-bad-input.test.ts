import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type ManagementCluster, PATIENCE_MS, startManagement } from './support/hosted/management.ts'
import { hostedCluster, NAMESPACE, nodePool, release, type SampleObject } from './support/hosted/samples.ts'
import { itWith } from './support/programs.ts'

const CONTROL_PLANE = `${NAMESPACE}-running`

let management: ManagementCluster
beforeAll(async () => {
  management = await startManagement()
  const { prepare, apply, wait } = management
  await prepare()
  await apply(hostedCluster('running'), nodePool('workers', 'running', { spec: { replicas: 1 } }))
  await wait('hc/running', 'condition=Available')
  await wait('np/workers', `jsonpath='{.status.replicas}'=1`)
}, PATIENCE_MS)
afterAll(() => management?.close())

/** What kubectl says of an object that is refused. */
async function refused(object: SampleObject): Promise<string> {
  management.sh.file('bad.json', object)
  return management.sh.failing('kubectl create -f bad.json')
}

/** Makes a hosted cluster and returns a condition of it, once that is False; nothing is made for it. */
async function stopped(name: string, type: string, spec: object): Promise<string> {
  const { apply, wait, condition, sh } = management
  await apply(hostedCluster(name, { spec }))
  await wait(`hc/${name}`, `condition=${type}=False`)
  expect(await sh(`kubectl get ns ${NAMESPACE}-${name} --ignore-not-found`)).toBe('')
  return condition(`hc/${name}`, type)
}

const messageOf = (object: string, type: string): Promise<string> =>
  management.sh(`kubectl get ${object} -n ${NAMESPACE} -o json | \
    jq -r '.status.conditions[] | select(.type == "${type}") | .message'`)

const network = (clusterNetwork: string, serviceNetwork: string) => ({
  networking: { clusterNetwork: [{ cidr: clusterNetwork }], serviceNetwork: [{ cidr: serviceNetwork }] },
})

const spec = (object: SampleObject): Record<string, unknown> => ({ ...object.spec })

describe('orders that cannot be kept', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('are refused by the API when it can tell', async () => {
    const { services } = spec(hostedCluster('bad')) as { services: object[] }
    expect(await refused(hostedCluster('bad', { spec: { services: services.slice(1) } }))).toContain('spec')
    expect(await refused(hostedCluster('bad', { spec: { clusterID: 'no-uuid' } }))).toContain('spec.clusterID')
    expect(await refused(hostedCluster('bad', { spec: network('10.0.0.0/16', '10.0.0.0/16') }))).toContain('invalid')
    const pool = (changes: object) => nodePool('bad', 'running', { spec: changes })
    expect(await refused(pool({ replicas: 1, autoScaling: { min: 1, max: 2 } }))).toContain('invalid')
    expect(await refused(pool({ autoScaling: { min: 3, max: 2 } }))).toContain('invalid')
    expect(await refused(pool({ nodeDrainTimeout: 'soon' }))).toContain('spec.nodeDrainTimeout')
    expect(
      await refused(nodePool('bad', 'running', { platform: 'Agent', spec: { autoScaling: { min: 0, max: 2 } } })),
    ).toContain('invalid')
    const patch = JSON.stringify({ spec: { management: { upgradeType: 'InPlace' } } })
    expect(
      await management.sh.failing(`kubectl patch np workers -n ${NAMESPACE} --type merge -p '${patch}'`),
    ).toContain('The NodePool "workers" is invalid')
  })

  it('say what is wrong with their networks and services', async () => {
    expect(await stopped('overlapping', 'ValidConfiguration', network('10.0.0.0/16', '10.0.128.0/17'))).toBe(
      'False/InvalidConfiguration',
    )
    expect(await messageOf('hc/overlapping', 'ValidConfiguration')).toMatch(
      /clusterNetwork.*serviceNetwork|serviceNetwork.*clusterNetwork/i,
    )
    expect(await stopped('mixed', 'ValidConfiguration', network('10.0.0.0/16', 'fd02::/112'))).toContain('False/')
    expect(await stopped('inside', 'ValidConfiguration', network('172.20.0.0/16', '172.31.0.0/16'))).toContain('False/')
    expect(await management.condition('hc/inside', 'Progressing')).toBe('False/Blocked')

    const { services } = spec(hostedCluster('shared')) as { services: object[] }
    const oauth = { ...services[0], service: 'OAuthServer' }
    const shared = { services: services.map((each, index) => (index === 1 ? oauth : each)) }
    expect(await stopped('shared', 'ValidConfiguration', shared)).toBe('False/InvalidConfiguration')
    expect(await messageOf('hc/shared', 'ValidConfiguration')).toContain('api.shared.hcp.example.net')

    const nodePort = { type: 'NodePort', nodePort: { address: '192.0.2.7', port: 8443 } }
    const low = { services: [{ service: 'APIServer', servicePublishingStrategy: nodePort }, ...services.slice(1)] }
    expect(await stopped('low-port', 'ValidConfiguration', low)).toBe('False/InvalidConfiguration')
    expect(await messageOf('hc/low-port', 'ValidConfiguration')).toContain('30000-32767')
  })

  it('may not have names for their own that the control plane has for its authorities', async () => {
    expect(await stopped('taken', 'ValidConfiguration', { auditWebhook: { name: 'root-ca' } })).toBe(
      'False/InvalidConfiguration',
    )
    expect(await messageOf('hc/taken', 'ValidConfiguration')).toContain('root-ca')
  })

  it('say which releases cannot be had', async () => {
    expect(await stopped('too-old', 'ValidReleaseImage', { release: release('4.7.0') })).toBe('False/InvalidImage')
    expect(await stopped('too-new', 'ValidReleaseImage', { release: release('5.9.0') })).toBe('False/InvalidImage')
    expect(await stopped('unknown', 'ValidReleaseImage', { release: { image: 'img.example/nothing' } })).toBe(
      'False/InvalidImage',
    )
    expect(await management.condition('hc/unknown', 'Progressing')).toBe('False/Blocked')
  })

  it('say why pools get no nodes', async () => {
    const { apply, wait } = management
    const rollingUpdate = { maxSurge: 0, maxUnavailable: 0 }
    const replace = { strategy: 'RollingUpdate', rollingUpdate }
    await apply(
      nodePool('elsewhere', 'running', { platform: 'Agent' }),
      nodePool('stuck', 'running', { spec: { management: { upgradeType: 'Replace', replace } } }),
    )

    await wait('np/elsewhere', 'condition=ValidPlatformConfig=False')
    expect(await messageOf('np/elsewhere', 'ValidPlatformConfig')).toMatch(
      /^platform type Agent is not that of HostedCluster running, which is /,
    )
    await wait('np/stuck', 'condition=UpdateManagementEnabled=False')
    expect(await messageOf('np/stuck', 'UpdateManagementEnabled')).toBe('maxUnavailable and maxSurge cannot both be 0')
  })

  it('go on when the pull secret appears', async () => {
    const { sh, wait, condition } = management
    expect(await stopped('secretless', 'ValidReleaseImage', { pullSecret: { name: 'later' } })).toBe(
      'False/SecretNotFound',
    )
    expect(await condition('hc/secretless', 'Progressing')).toBe('False/Blocked')
    await wait('hc/secretless', 'condition=ReconciliationSucceeded=False')

    await sh(`kubectl create secret generic later -n ${NAMESPACE} --from-literal=wrong=key`)
    await expect
      .poll(() => messageOf('hc/secretless', 'ReconciliationSucceeded'), { timeout: 60_000 })
      .toContain('.dockerconfigjson')
    await sh(`kubectl delete secret later -n ${NAMESPACE} && kubectl create secret generic later -n ${NAMESPACE} \
      --from-literal=.dockerconfigjson='{"auths":{}}'`)
    await wait('hc/secretless', 'condition=Available')
  })

  it('go on running without the pull secret, in step with what is asked of them', async () => {
    const { sh, wait, condition } = management
    await sh(`kubectl delete secret later -n ${NAMESPACE}`)
    await wait('hc/secretless', 'condition=ValidReleaseImage=False')
    expect(await condition('hc/secretless', 'ValidReleaseImage')).toBe('False/SecretNotFound')

    await sh(`kubectl patch hc secretless -n ${NAMESPACE} --type merge -p '{"spec":{"channel":"fast-4.19"}}'`)
    await sh(
      `kubectl wait hcp/secretless -n ${NAMESPACE}-secretless --for=jsonpath='{.spec.channel}'=fast-4.19 --timeout=60s`,
    )
    expect(await condition('hc/secretless', 'Available')).toBe('True/AsExpected')
    expect(await condition('hc/secretless', 'ReconciliationSucceeded')).toBe('False/ReconciliationError')
  })

  it('leave behind what they were made of when somebody takes their finalizer away', async () => {
    const { sh } = management
    const finalizers = (object: string, value: string) =>
      sh(`kubectl patch ${object} --type merge -p '{"metadata":{"finalizers":${value}}}'`)
    const held = `hcp secretless -n ${NAMESPACE}-secretless`
    await finalizers(held, '["hypershift.openshift.io/finalizer","example.com/held"]')
    await sh(`kubectl delete hc secretless -n ${NAMESPACE} --wait=false`)
    await finalizers(`hc secretless -n ${NAMESPACE}`, 'null')
    await sh(`kubectl wait hc/secretless -n ${NAMESPACE} --for=delete --timeout=60s`)

    expect(await sh(`kubectl get ns ${NAMESPACE}-secretless -o jsonpath={.status.phase}`)).toBe('Active')
    await finalizers(held, 'null')
    await sh(`kubectl delete ns ${NAMESPACE}-secretless --wait=false`)
  })

  it('are not paused by a time that is none', async () => {
    const { apply, wait, condition } = management
    await apply(hostedCluster('garbage', { spec: { pausedUntil: '2024-01-01T00:00:00xyz' } }))
    await wait('hc/garbage', 'condition=InfrastructureReady')

    expect(await condition('hc/garbage', 'ReconciliationActive')).toBe('True/InvalidPausedUntilValue')
  })

  it('are deleted while they are paused', async () => {
    const { sh } = management
    await sh(`kubectl patch hc garbage -n ${NAMESPACE} --type merge -p '{"spec":{"pausedUntil":"true"}}'`)
    await sh(`kubectl delete hc garbage -n ${NAMESPACE} --wait`)

    expect(await sh(`kubectl get ns ${NAMESPACE}-garbage --ignore-not-found`)).toBe('')
  })

  it('make no nodes of a newer release, and say what is wrong with a configuration', async () => {
    const { apply, wait, condition, sh } = management
    await sh(`kubectl create configmap no-yaml -n ${NAMESPACE} --from-literal=config='a: ['`)
    await apply(
      nodePool('newer', 'running', { spec: { release: release('4.20.0') } }),
      nodePool('patched', 'running', { spec: { release: release('4.19.9'), replicas: 1 } }),
      nodePool('unconfigured', 'running', { spec: { config: [{ name: 'missing' }] } }),
      nodePool('misconfigured', 'running', { spec: { config: [{ name: 'no-yaml' }] } }),
    )
    await wait('np/newer', `jsonpath='{.status.conditions[?(@.type=="ValidReleaseImage")].status}'=False`)
    expect(await condition('np/newer', 'ValidReleaseImage')).toBe('False/ValidationFailed')
    await wait('np/patched', `jsonpath='{.status.replicas}'=1`)
    expect(await condition('np/patched', 'SupportedVersionSkew')).toBe('False/UnsupportedSkew')
    await wait('np/unconfigured', `jsonpath='{.status.conditions[?(@.type=="ValidMachineConfig")].status}'=False`)
    expect(await condition('np/unconfigured', 'ValidMachineConfig')).toBe('False/ValidationFailed')
    await wait('np/misconfigured', `jsonpath='{.status.conditions[?(@.type=="ValidMachineConfig")].status}'=False`)
    expect(await condition('np/misconfigured', 'ValidMachineConfig')).toBe('False/ValidationFailed')
    expect(await sh(`kubectl get secrets,machinedeployments -n ${CONTROL_PLANE} -o name`)).not.toMatch(
      /\b(un|mis)configured/,
    )
  })
})

describe('what breaks while clusters run', { timeout: PATIENCE_MS }, () => {
  const it = itWith('kubectl, curl and jq')

  it('shows in their conditions: machines that are refused, and nodes that never join', async () => {
    const { sim, apply, condition, sh } = management
    const quota = {
      condition: 'Ready',
      reason: 'QuotaExceeded',
      message: 'no more cores in this region',
      state: 'Provisioning',
    }
    await sim.changeSection('machine', { failureScenarios: [{ ...quota, probability: 1 }] })
    await apply(nodePool('refused', 'running', { spec: { replicas: 1 } }))
    await expect.poll(() => condition('np/refused', 'AllMachinesReady'), { timeout: 60_000 }).toContain('QuotaExceeded')
    expect(await messageOf('np/refused', 'AllMachinesReady')).toContain('no more cores in this region')

    await sim.changeSection('machine', { failureScenarios: [{ ...quota, state: 'Ignition', probability: 1 }] })
    await apply(
      nodePool('lost', 'running', { spec: { replicas: 1, management: { upgradeType: 'Replace', autoRepair: true } } }),
    )
    await expect
      .poll(() => condition('np/lost', 'ReachedIgnitionEndpoint'), { timeout: 60_000 })
      .toBe('False/ignitionNotReached')
    expect(await sh(`kubectl get machinehealthchecks -n ${CONTROL_PLANE} -o name`)).not.toContain('/lost')
    await sim.changeSection('machine', { failureScenarios: [] })
  })

  it('shows in their conditions: a load balancer that is lost', async () => {
    const { wait, condition, sim, sh } = management
    const failure = { condition: 'Available', reason: 'Lost', message: 'it was deleted', state: 'Infrastructure' }
    await sim.setFailure('hostedcluster', { namespace: NAMESPACE, name: 'running' }, failure)
    await wait('hc/running', 'condition=Available=False')

    expect(await condition('hc/running', 'Available')).toBe('False/KASLoadBalancerNotReachable')
    expect(await sh(`kubectl get hcp running -n ${CONTROL_PLANE} -o jsonpath={.status.ready}`)).toBe('false')
    await sim.clearOverride('hostedcluster', { namespace: NAMESPACE, name: 'running' })
    await wait('hc/running', 'condition=Available')
  })

  it('shows in their conditions: etcd without a quorum', async () => {
    const { wait, condition, sim, apply } = management
    const failure = { condition: 'EtcdAvailable', reason: 'EtcdWaitingForQuorum', message: 'no quorum', state: 'Etcd' }
    await sim.setFailure('hostedcluster', { namespace: NAMESPACE, name: 'broken' }, failure)
    await apply(hostedCluster('broken'))
    await wait('hc/broken', 'condition=EtcdAvailable=False')

    await expect
      .poll(() => condition('hc/broken', 'EtcdAvailable'), { timeout: 60_000 })
      .toBe('False/EtcdWaitingForQuorum')
    expect(await condition('hc/broken', 'Available')).toMatch(/^False\//)
    await sim.clearOverride('hostedcluster', { namespace: NAMESPACE, name: 'broken' })
    await wait('hc/broken', 'condition=Available')
  })
})

import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import type { Container } from './container.ts'
import { defaultPodSpec, defaultPodTemplate } from './pod-spec.defaults.ts'
import type { PodSpec, PodTemplateSpec } from './pod-spec.ts'
import { validatePodSpec, validatePodTemplate } from './pod-spec.validate.ts'

const main: Container = { name: 'main', image: 'registry.example/app:1' }

function errorsOf(spec: Partial<PodSpec>): string[] {
  const complete = structuredClone({ containers: [main], ...spec })
  defaultPodSpec(complete)
  return printed(validatePodSpec(complete, 'spec', { podMeta: { name: 'a', namespace: 'ns' } }))
}

const errorsOfContainer = (container: Partial<Container>, spec: Partial<PodSpec> = {}): string[] =>
  errorsOf({ containers: [{ ...main, ...container }], ...spec })

describe('validatePodSpec', () => {
  it('accepts a plain pod', () => {
    expect(errorsOf({})).toEqual([])
  })

  it.each<[string, Partial<PodSpec>, string]>([
    ['no containers', { containers: [] }, 'spec.containers: Required value'],
    ['containers of one name', { containers: [main, main] }, 'spec.containers[1].name: Duplicate value: "main"'],
    [
      'an init container named like another',
      { initContainers: [main] },
      'spec.initContainers[0].name: Duplicate value: "main"',
    ],
    [
      'a restart policy that nobody knows',
      { restartPolicy: 'Sometimes' },
      'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
    ],
    [
      'DNS policy None without settings',
      { dnsPolicy: 'None' },
      'spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None',
    ],
    [
      'DNS policy None without name servers',
      { dnsPolicy: 'None', dnsConfig: {} },
      'spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None',
    ],
    [
      'too many name servers',
      { dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] } },
      'spec.dnsConfig.nameservers: Invalid value: ["1.1.1.1","1.1.1.2","1.1.1.3","1.1.1.4"]: must not have more than 3 nameservers',
    ],
    [
      'a deadline of nothing',
      { activeDeadlineSeconds: 0 },
      'spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
    ],
    [
      'a preemption policy that nobody knows',
      { preemptionPolicy: 'Maybe' },
      'spec.preemptionPolicy: Unsupported value: "Maybe": supported values: "PreemptLowerPriority", "Never"',
    ],
    ['an operating system without a name', { os: { name: '' } }, 'spec.os.name: Required value'],
    [
      'shared processes twice',
      { hostPID: true, shareProcessNamespace: true },
      'spec.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
    ],
    [
      'own users on the network of the node',
      { hostUsers: false, hostNetwork: true },
      'spec.hostNetwork: Forbidden: when `hostUsers` is false',
    ],
    [
      'a repeated scheduling gate',
      { schedulingGates: [{ name: 'x' }, { name: 'x' }] },
      'spec.schedulingGates[1]: Duplicate value: "x"',
    ],
    [
      'aliases of no address',
      { hostAliases: [{ ip: 'x', hostnames: ['a'] }] },
      'spec.hostAliases[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
  ])('refuses %s', (_what, spec, error) => {
    expect(errorsOf(spec)).toEqual([error])
  })

  it('insists that host ports equal container ports on the network of the node', () => {
    const ports = [{ containerPort: 80, hostPort: 81 }]

    expect(errorsOfContainer({ ports }, { hostNetwork: true })).toEqual([
      'spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true',
    ])
  })
})

describe('containers', () => {
  it.each<[string, Partial<Container>, string]>([
    ['no name', { name: '' }, 'spec.containers[0].name: Required value'],
    ['no image', { image: '' }, 'spec.containers[0].image: Required value'],
    ['port zero', { ports: [{ containerPort: 0 }] }, 'spec.containers[0].ports[0].containerPort: Required value'],
    [
      'a protocol that nobody knows',
      { ports: [{ containerPort: 80, protocol: 'X' }] },
      'spec.containers[0].ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
    ],
    [
      'ports of one name',
      {
        ports: [
          { containerPort: 80, name: 'a' },
          { containerPort: 81, name: 'a' },
        ],
      },
      'spec.containers[0].ports[1].name: Duplicate value: "a"',
    ],
    [
      'a port of the node twice',
      {
        ports: [
          { containerPort: 80, hostPort: 9 },
          { containerPort: 81, hostPort: 9 },
        ],
      },
      'spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//9"',
    ],
    ['a nameless variable', { env: [{ name: '', value: 'x' }] }, 'spec.containers[0].env[0].name: Required value'],
    [
      'a variable without a source',
      { env: [{ name: 'A', valueFrom: {} }] },
      'spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
    ],
    [
      'a variable with a value and a source',
      { env: [{ name: 'A', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
      'spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
    ],
    [
      'a field that variables cannot show',
      { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'status.phase' } } }] },
      'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "status.phase": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"',
    ],
    [
      'a field that does not exist',
      { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.none' } } }] },
      'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.none": error converting fieldPath: field label not supported: spec.none',
    ],
    [
      'a source of variables that is none',
      { envFrom: [{}] },
      'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
    ],
    [
      'a volume that is not there',
      { volumeMounts: [{ name: 'none', mountPath: '/x' }] },
      'spec.containers[0].volumeMounts[0].name: Not found: "none"',
    ],
    [
      'a pull policy that nobody knows',
      { imagePullPolicy: 'X' },
      'spec.containers[0].imagePullPolicy: Unsupported value: "X": supported values: "Always", "IfNotPresent", "Never"',
    ],
    [
      'a probe without a handler',
      { livenessProbe: {} },
      'spec.containers[0].livenessProbe: Required value: must specify a handler type',
    ],
    [
      'a probe on port zero',
      { livenessProbe: { httpGet: { port: 0 } } },
      'spec.containers[0].livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive',
    ],
    [
      'a probe with two handlers',
      { readinessProbe: { exec: { command: ['x'] }, tcpSocket: { port: 80 } } },
      'spec.containers[0].readinessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
    ],
    [
      'a liveness probe with two successes',
      { livenessProbe: { tcpSocket: { port: 80 }, successThreshold: 2 } },
      'spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1',
    ],
    [
      'a sleep longer than the grace period',
      { lifecycle: { preStop: { sleep: { seconds: 31 } } } },
      'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)',
    ],
    [
      'a request beyond the limit',
      { resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } },
      'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    ],
    [
      'a negative request',
      { resources: { requests: { cpu: '-1' } } },
      'spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0',
    ],
    [
      'a device without a limit',
      { resources: { requests: { 'example.com/gpu': '1' } } },
      'spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources',
    ],
    [
      'half a device',
      { resources: { limits: { 'example.com/gpu': '500m' } } },
      'spec.containers[0].resources.limits[example.com/gpu]: Invalid value: "500m": must be an integer',
    ],
    [
      'huge pages alone',
      { resources: { limits: { 'hugepages-2Mi': '2Mi' } } },
      'spec.containers[0].resources: Forbidden: HugePages require cpu or memory',
    ],
    [
      'huge pages of no size',
      { resources: { limits: { cpu: '1', 'hugepages-any': '2Mi' } } },
      'spec.containers[0].resources.limits[hugepages-any]: Invalid value: "2Mi": 2Mi is not positive integer multiple of hugepages-any',
    ],
    [
      'a claim that the pod does not make',
      { resources: { claims: [{ name: 'gpu' }] } },
      'spec.containers[0].resources.claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims which is empty',
    ],
    [
      'a user that cannot be',
      { securityContext: { runAsUser: -1 } },
      'spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    ],
    [
      'a restart rule without a policy',
      { restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }] },
      'spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used',
    ],
  ])('refuse %s', (_what, container, error) => {
    expect(errorsOfContainer(container)).toEqual([error])
  })

  it('may name a resource like something that all objects inherit', () => {
    expect(errorsOfContainer({ resources: { requests: { constructor: '1' }, limits: {} } })).toEqual([
      'spec.containers[0].resources.requests[constructor]: Invalid value: "constructor": must be a standard resource type or fully qualified',
      'spec.containers[0].resources.requests[constructor]: Invalid value: "constructor": must be a standard resource for containers',
    ])
  })

  it('tell both things wrong with an unknown resource', () => {
    expect(errorsOfContainer({ resources: { limits: { gpu: '1' } } })).toEqual([
      'spec.containers[0].resources.limits[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified',
      'spec.containers[0].resources.limits[gpu]: Invalid value: "gpu": must be a standard resource for containers',
    ])
  })

  it('refuse escalation that contradicts itself, quoting the context as it is', () => {
    const [error] = errorsOfContainer({ securityContext: { privileged: true, allowPrivilegeEscalation: false } })

    expect(error).toContain('"Privileged":true')
    expect(error).toContain(': cannot set `allowPrivilegeEscalation` to false and `privileged` to true')
  })

  it('have probes in init containers only when they are sidecars', () => {
    const probe = { livenessProbe: { tcpSocket: { port: 80 } } }
    const init = { name: 'init', image: 'i' }

    expect(errorsOf({ initContainers: [{ ...init, ...probe }] })).toEqual([
      'spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    ])
    expect(errorsOf({ initContainers: [{ ...init, ...probe, restartPolicy: 'Always' }] })).toEqual([])
  })

  it('have no ports and no sub-paths when they are ephemeral', () => {
    const volumes = [{ name: 'v', emptyDir: {} }]
    const debug = {
      name: 'debug',
      image: 'i',
      ports: [{ containerPort: 80 }],
      volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 'x' }],
    }

    expect(errorsOf({ volumes, ephemeralContainers: [{ ...debug, targetContainerName: 'gone' }] })).toEqual([
      'spec.ephemeralContainers[0].targetContainerName: Not found: "gone"',
      'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
      'spec.ephemeralContainers[0].volumeMounts[0].subPath: Forbidden: cannot be set for an Ephemeral Container',
    ])
  })
})

describe('validatePodTemplate', () => {
  it('reports what a template lacks at the path of its workload', () => {
    const template: PodTemplateSpec = { metadata: { labels: { 'bad key': 'x' } } }
    defaultPodTemplate(template)

    expect(printed(validatePodTemplate(template, 'spec.template'))).toEqual([
      expect.stringContaining('spec.template.labels: Invalid value: "bad key": name part must consist of'),
      'spec.template.spec.containers: Required value',
    ])
  })

  it('takes no ephemeral containers', () => {
    const template: PodTemplateSpec = { spec: { containers: [main], ephemeralContainers: [{ name: 'd', image: 'i' }] } }
    defaultPodTemplate(template)

    expect(printed(validatePodTemplate(template, 'spec.template'))).toEqual([
      'spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template',
    ])
  })
})

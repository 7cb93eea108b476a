import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { serviceRules } from './service.rules.ts'
import { serviceTable } from './service.table.ts'
import type { Service, ServiceSpec, ServiceStatus } from './service.ts'

function aService(spec: ServiceSpec, status?: ServiceStatus): Service {
  const service: Service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a', namespace: 'ns' },
    spec: structuredClone(spec),
  }
  if (status) service.status = status
  serviceRules.defaults?.(service)
  return service
}

function created(spec: ServiceSpec): Service {
  const service = aService(spec)
  serviceRules.prepareForCreate?.(service)
  return service
}

const errorsOf = (spec: ServiceSpec): string[] => printed(serviceRules.validate?.(created(spec)) ?? [])

function changed(stored: Service, spec: ServiceSpec): Service {
  const service = aService(spec)
  serviceRules.prepareForUpdate?.(service, stored, { subresource: '' })
  return service
}

describe('a new service', () => {
  it('is a cluster service on IPv4', () => {
    expect(created({ ports: [{ port: 80 }], selector: { a: 'b' } })).toMatchObject({
      spec: {
        internalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
        sessionAffinity: 'None',
        type: 'ClusterIP',
      },
      status: { loadBalancer: {} },
    })
  })

  it('belongs to both families when it is headless and selects nothing', () => {
    expect(created({ clusterIP: 'None', ports: [{ port: 80 }] }).spec).toMatchObject({
      clusterIPs: ['None'],
      ipFamilies: ['IPv4', 'IPv6'],
      ipFamilyPolicy: 'RequireDualStack',
    })
  })

  it('has node ports and an outside when it is a load balancer', () => {
    expect(created({ type: 'LoadBalancer', ports: [{ port: 80 }] }).spec).toMatchObject({
      allocateLoadBalancerNodePorts: true,
      externalTrafficPolicy: 'Cluster',
    })
  })

  it('has no addresses when it is only a name', () => {
    expect(created({ type: 'ExternalName', externalName: 'x.example' }).spec).toEqual({
      externalName: 'x.example',
      sessionAffinity: 'None',
      type: 'ExternalName',
    })
  })

  it('keeps a client for three hours when asked to', () => {
    expect(created({ sessionAffinity: 'ClientIP', ports: [{ port: 80 }] }).spec?.sessionAffinityConfig).toEqual({
      clientIP: { timeoutSeconds: 10_800 },
    })
  })
})

describe('validating a service', () => {
  it.each<[string, ServiceSpec, string[]]>([
    ['no ports', {}, ['spec.ports: Required value']],
    [
      'port zero',
      { ports: [{ port: 0 }] },
      [
        'spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
        'spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'several nameless ports',
      { ports: [{ port: 80 }, { port: 81 }] },
      ['spec.ports[0].name: Required value', 'spec.ports[1].name: Required value'],
    ],
    [
      'ports of one name',
      {
        ports: [
          { name: 'a', port: 80 },
          { name: 'a', port: 81 },
        ],
      },
      ['spec.ports[1].name: Duplicate value: "a"'],
    ],
    [
      'a port twice',
      {
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 80 },
        ],
      },
      [
        'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
      ],
    ],
    [
      'an unknown type',
      { type: 'X', ports: [{ port: 80 }] },
      ['spec.type: Unsupported value: "X": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"'],
    ],
    ['a name service without a name', { type: 'ExternalName' }, ['spec.externalName: Required value']],
    [
      'a name service with an address',
      { type: 'ExternalName', externalName: 'a', clusterIP: '1.2.3.4' },
      ['spec.clusterIPs: Forbidden: may not be set for ExternalName services'],
    ],
    [
      'an address that is none',
      { clusterIP: 'x', ports: [{ port: 80 }] },
      ['spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    [
      'a headless node port service',
      { clusterIP: 'None', type: 'NodePort', ports: [{ port: 80 }] },
      [`spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for NodePort services`],
    ],
    [
      'a target port with a bad name',
      { ports: [{ port: 80, targetPort: 'not_valid!' }] },
      [
        'spec.ports[0].targetPort: Invalid value: "not_valid!": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      ],
    ],
    [
      'an unknown affinity',
      { sessionAffinity: 'X', ports: [{ port: 80 }] },
      ['spec.sessionAffinity: Unsupported value: "X": supported values: "ClientIP", "None"'],
    ],
    [
      'a node port inside of the cluster',
      { ports: [{ port: 80, nodePort: 30_000 }] },
      ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    ],
    [
      'source ranges without a balancer',
      { ports: [{ port: 80 }], loadBalancerSourceRanges: ['10.0.0.0/8'] },
      ["spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'"],
    ],
    [
      'an outside policy without an outside',
      { ports: [{ port: 80 }], externalTrafficPolicy: 'Local' },
      ['spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services'],
    ],
    [
      'an address of the wrong family',
      { ports: [{ port: 80 }], clusterIP: '::2', ipFamilies: ['IPv4'] },
      ['spec.clusterIPs[0]: Invalid value: "::2": expected an IPv4 value as indicated by `ipFamilies[0]`'],
    ],
    [
      'loopback as an outside address',
      { ports: [{ port: 80 }], externalIPs: ['127.0.0.1'] },
      ['spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ],
    [
      'an unknown distribution',
      { ports: [{ port: 80 }], trafficDistribution: 'X' },
      [
        'spec.trafficDistribution: Unsupported value: "X": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
      ],
    ],
  ])('refuses %s', (_what, spec, errors) => {
    expect(errorsOf(spec)).toEqual(errors)
  })

  it('accepts a service of two ports', () => {
    expect(
      errorsOf({
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 80, protocol: 'UDP' },
        ],
      }),
    ).toEqual([])
  })
})

describe('changing a service', () => {
  const stored = created({ ports: [{ port: 80 }], clusterIP: '10.0.0.7' })
  const errorsOfChange = (spec: ServiceSpec): string[] =>
    printed(serviceRules.validateUpdate?.(changed(stored, spec), stored, { subresource: '' }) ?? [])

  it('keeps its address when the client leaves it out', () => {
    expect(changed(stored, { ports: [{ port: 81 }] }).spec).toMatchObject({
      clusterIP: '10.0.0.7',
      clusterIPs: ['10.0.0.7'],
    })
  })

  it('does not get another address by a patch of the field that old clients know', () => {
    const patched = { ports: [{ port: 80 }], clusterIPs: ['10.0.0.7'] }

    expect(errorsOfChange({ ...patched, clusterIP: '10.0.0.250' })).toEqual([
      'spec.clusterIPs[0]: Invalid value: ["10.0.0.250"]: may not change once set',
    ])
    expect(errorsOfChange({ ...patched, clusterIP: 'None' })).toEqual([
      'spec.clusterIPs[0]: Invalid value: ["None"]: may not change once set',
    ])
  })

  it('keeps node ports by the names of its ports', () => {
    const before = created({ type: 'NodePort', ports: [{ name: 'a', port: 80, nodePort: 30_001 }] })

    expect(
      changed(before, {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 90 },
          { name: 'b', port: 91 },
        ],
      }).spec?.ports,
    ).toMatchObject([{ name: 'a', nodePort: 30_001 }, { name: 'b' }])
  })

  it('gives back what its new type has no use for', () => {
    const before = created({ type: 'LoadBalancer', clusterIP: '10.0.0.7', ports: [{ port: 80, nodePort: 30_001 }] })
    const after = changed(before, { ...before.spec, type: 'ExternalName', externalName: 'x.example' })

    expect(after.spec).toEqual({
      type: 'ExternalName',
      externalName: 'x.example',
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
    })
  })

  it('reports addresses of a load balancer only', () => {
    const status = { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } }
    const balancer = created({ type: 'LoadBalancer', ports: [{ port: 80 }] })

    const errors = (of: Service) =>
      printed(
        serviceRules.validateUpdate?.(aService(of.spec ?? {}, structuredClone(status)), of, {
          subresource: 'status',
        }) ?? [],
      )

    expect(errors(stored)).toEqual([
      "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
    ])
    expect(errors(balancer)).toEqual([])
  })
})

describe('warnings about a service', () => {
  it('tells what is ignored', () => {
    const service = created({
      clusterIP: 'None',
      externalIPs: ['1.2.3.4'],
      externalName: 'x',
      ports: [{ port: 80 }],
      trafficDistribution: 'PreferClose',
    })

    expect(serviceRules.warnings?.(service)).toEqual([
      'spec.externalIPs is ignored for headless services',
      'spec.externalName is ignored when spec.type is not "ExternalName"',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ])
  })
})

describe('kubectl get services', () => {
  it.each<[ServiceSpec, ServiceStatus, string[]]>([
    [
      {
        type: 'ClusterIP',
        clusterIPs: ['None'],
        ports: [{ port: 80 }, { port: 53, protocol: 'UDP' }],
        selector: { a: 'b' },
      },
      {},
      ['ClusterIP', 'None', '<none>', '80/TCP,53/UDP', 'a=b'],
    ],
    [
      { type: 'ExternalName', externalName: 'x.example' },
      {},
      ['ExternalName', '<none>', 'x.example', '<none>', '<none>'],
    ],
    [
      { type: 'LoadBalancer', clusterIPs: ['10.0.0.1'], ports: [{ port: 80, nodePort: 30_001 }] },
      { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
      ['LoadBalancer', '10.0.0.1', '1.2.3.4', '80:30001/TCP', '<none>'],
    ],
    [{ type: 'LoadBalancer' }, {}, ['LoadBalancer', '<none>', '<pending>', '<none>', '<none>']],
  ])('shows %j', (spec, status, cells) => {
    const row = serviceTable.cells(aService(spec, status), 0)

    expect([...row.slice(1, 5), row[6]]).toEqual(cells)
  })
})

import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate } from '../test/objects.ts'
import { Ingress } from './ingress.ts'
import { IngressClass } from './ingress-class.ts'
import { NetworkPolicy } from './network-policy.ts'

const service = { name: 's', port: { number: 80 } }
const backend = { service }
const path = (more: object) => ({ rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend, ...more }] } }] })

describe('an Ingress', () => {
  it('begins without an address', () => {
    expect(created(Ingress, { spec: { defaultBackend: backend } }).status).toEqual({ loadBalancer: {} })
  })

  it.each([
    [{}, ['spec: Invalid value: null: either `defaultBackend` or `rules` must be specified']],
    [{ defaultBackend: {} }, ['spec.defaultBackend: Invalid value: "": resource or service backend is required']],
    [
      { defaultBackend: { service: { name: 's' } } },
      ['spec.defaultBackend: Required value: port name or number is required'],
    ],
    [
      { defaultBackend: { service: { name: 's', port: { name: 'http', number: 80 } } } },
      ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
    ],
    [
      { defaultBackend: { resource: { kind: '', name: 'a/b' } } },
      [
        'spec.defaultBackend.resource.kind: Required value',
        `spec.defaultBackend.resource.name: Invalid value: "a/b": may not contain '/'`,
      ],
    ],
    [
      { defaultBackend: { ...backend, resource: { kind: 'K', name: 'n' } } },
      ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
    ],
    [path({ path: 'x' }), ['spec.rules[0].http.paths[0].path: Invalid value: "x": must be an absolute path']],
    [
      path({ path: '/a//b/..' }),
      [
        `spec.rules[0].http.paths[0].path: Invalid value: "/a//b/..": must not contain '//'`,
        `spec.rules[0].http.paths[0].path: Invalid value: "/a//b/..": cannot end with '/..'`,
      ],
    ],
    [
      path({ pathType: undefined }),
      ['spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified'],
    ],
    [
      path({ pathType: 'X' }),
      [
        'spec.rules[0].http.paths[0].pathType: Unsupported value: "X": supported values: "Exact", "ImplementationSpecific", "Prefix"',
      ],
    ],
    [
      { rules: [{ host: '10.0.0.1' }] },
      ['spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address'],
    ],
    [{ rules: [{ http: {} }] }, ['spec.rules[0].http.paths: Required value']],
    [path({ path: undefined, pathType: 'ImplementationSpecific' }), []],
    [{ rules: [{ host: '*.a.example' }], tls: [{ hosts: ['a.example'], secretName: 's' }], ingressClassName: 'c' }, []],
  ])('is checked: %j', (spec, messages) => {
    expect(refusal(Ingress, { spec })).toEqual(messages)
  })

  it('does not name two classes', () => {
    const metadata = { name: 'a', annotations: { 'kubernetes.io/ingress.class': 'x' } }

    expect(refusal(Ingress, { metadata, spec: { ingressClassName: 'y', defaultBackend: backend } })).toEqual([
      'annotations.kubernetes.io/ingress.class: Invalid value: "x": must match `ingressClassName` when both are specified',
    ])
    expect(Ingress.rules.warnings?.(created(Ingress, { metadata, spec: {} }))).toEqual([
      `annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`,
    ])
  })

  it('is reached at addresses', () => {
    const at = (address: object) => ({ spec: {}, status: { loadBalancer: { ingress: [address] } } })

    expect(refusalOfUpdate(Ingress, { spec: {} }, at({ ip: 'x' }), 'status')).toEqual([
      'status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ])
    expect(refusalOfUpdate(Ingress, { spec: {} }, at({ ip: '10.0.0.1', hostname: 'a.example' }), 'status')).toEqual([])
  })

  it('shows its hosts and addresses', () => {
    const rules = ['a', 'b', 'c', 'd'].map((name) => ({ host: `${name}.example` }))
    const ingress = created(Ingress, { spec: { rules, tls: [{}] } })
    ingress.status = { loadBalancer: { ingress: [{ ip: '10.0.0.2' }, { ip: '10.0.0.1' }] } }

    expect(Ingress.rules.cells?.(ingress, 0)).toEqual([
      'a',
      '<none>',
      'a.example,b.example,c.example + 1 more...',
      '10.0.0.1,10.0.0.2',
      '80, 443',
      '<unknown>',
    ])
  })
})

describe('an IngressClass', () => {
  it('has parameters for the whole cluster unless told otherwise', () => {
    const parameters = { kind: 'P', name: 'p' }

    expect(defaulted(IngressClass, { spec: { controller: 'x.example/y', parameters } }).spec.parameters?.scope).toBe(
      'Cluster',
    )
  })

  it.each([
    [{}, ['spec.controller: Required value']],
    [
      { controller: 'y' },
      ['spec.controller: Invalid value: "y": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      { controller: 'x.example/y', parameters: {} },
      ['spec.parameters.kind: Required value', 'spec.parameters.name: Required value'],
    ],
    [
      { controller: 'x.example/y', parameters: { kind: 'P', name: 'p', namespace: 'n' } },
      ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    ],
    [
      { controller: 'x.example/y', parameters: { kind: 'P', name: 'p', scope: 'Namespace' } },
      ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
    ],
    [
      { controller: 'x.example/y', parameters: { kind: 'P', name: 'p', scope: 'X' } },
      ['spec.parameters.scope: Unsupported value: "X": supported values: "Cluster", "Namespace"'],
    ],
  ])('is checked: %j', (spec, messages) => {
    expect(refusal(IngressClass, { spec })).toEqual(messages)
  })

  it('keeps its controller', () => {
    expect(
      refusalOfUpdate(IngressClass, { spec: { controller: 'a.example/x' } }, { spec: { controller: 'a.example/y' } }),
    ).toEqual(['spec.controller: Invalid value: "a.example/y": field is immutable'])
  })

  it('shows whether it is the default', () => {
    const metadata = { name: 'c', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } }
    const parameters = { apiGroup: 'x.example', kind: 'P', name: 'p' }

    expect(
      IngressClass.rules.cells?.(created(IngressClass, { metadata, spec: { controller: 'x', parameters } }), 0),
    ).toEqual(['c (default)', 'x', 'P.x.example/p', '<unknown>'])
  })
})

describe('a NetworkPolicy', () => {
  it('restricts outgoing traffic only when it says something about it', () => {
    expect(defaulted(NetworkPolicy, { spec: {} }).spec.policyTypes).toEqual(['Ingress'])
    expect(defaulted(NetworkPolicy, { spec: { egress: [{ ports: [{ port: 53 }] }] } }).spec).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      egress: [{ ports: [{ port: 53, protocol: 'TCP' }] }],
    })
  })

  it.each([
    [{ policyTypes: ['X'] }, ['spec.policyTypes[0]: Unsupported value: "X": supported values: "Ingress", "Egress"']],
    [{ ingress: [{ from: [{}] }] }, ['spec.ingress[0].from[0]: Required value: must specify a peer']],
    [
      { ingress: [{ from: [{ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] }] },
      ['spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer'],
    ],
    [
      { egress: [{ to: [{ ipBlock: { cidr: 'x' } }] }] },
      [
        'spec.egress[0].to[0].ipBlock.cidr: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
    [{ egress: [{ to: [{ ipBlock: {} }] }] }, ['spec.egress[0].to[0].ipBlock.cidr: Required value']],
    [
      { egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16', '11.0.0.0/16', '10.0.0.0/8'] } }] }] },
      [
        'spec.egress[0].to[0].ipBlock.except[1]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
        'spec.egress[0].to[0].ipBlock.except[2]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`',
      ],
    ],
    [
      { ingress: [{ ports: [{ port: 80, endPort: 70, protocol: 'X' }] }] },
      [
        'spec.ingress[0].ports[0].protocol: Unsupported value: "X": supported values: "TCP", "UDP", "SCTP"',
        'spec.ingress[0].ports[0].endPort: Invalid value: 70: must be greater than or equal to `port`',
      ],
    ],
    [
      { ingress: [{ ports: [{ endPort: 70 }, { port: 'http', endPort: 70 }] }] },
      [
        'spec.ingress[0].ports[0].endPort: Invalid value: 70: may not be specified when `port` is not specified',
        'spec.ingress[0].ports[1].endPort: Invalid value: 70: may not be specified when `port` is non-numeric',
      ],
    ],
  ])('is checked: %j', (spec, messages) => {
    expect(refusal(NetworkPolicy, { spec: { podSelector: {}, ...spec } })).toEqual(messages)
  })
})

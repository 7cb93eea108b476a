import { describe, expect, it } from 'vitest'
import { created, refusal, updated } from '../test/objects.ts'
import { printed } from '../test/printed.ts'
import { recordRequester, stampConditions } from './certificate-signing-request.rules.ts'
import { CertificateSigningRequest } from './certificate-signing-request.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const pem = (type: string) => base64(`-----BEGIN ${type}-----\nAAAA\n-----END ${type}-----\n`)
const spec = { request: pem('CERTIFICATE REQUEST'), signerName: 'example.com/s', usages: ['client auth'] }

function change(before: object, after: object, subresource: string): string[] {
  const stored = created(CertificateSigningRequest, { spec })
  stored.status = before
  const request = updated(CertificateSigningRequest, stored, { spec, status: after }, subresource)
  return printed(CertificateSigningRequest.rules.validateUpdate?.(request, stored, { subresource }))
}

const is = (...types: string[]) => ({ conditions: types.map((type) => ({ type, status: 'True' })) })

describe('a CertificateSigningRequest', () => {
  it('does not believe who a client says it is', () => {
    const request = created(CertificateSigningRequest, {
      spec: { ...spec, username: 'root', groups: ['system:masters'] },
    })

    expect(request.spec).toEqual(spec)
    recordRequester(request, { name: 'jane', groups: ['devs'], extra: { scopes: ['a'] } })
    expect(request.spec).toEqual({ ...spec, username: 'jane', groups: ['devs'], extra: { scopes: ['a'] } })
  })

  it.each([
    [
      { request: 'eA==', signerName: 'x', usages: [] },
      [
        'spec.request: Invalid value: "eA==": PEM block type must be CERTIFICATE REQUEST',
        'spec.usages: Required value',
        `spec.signerName: Invalid value: "x": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
      ],
    ],
    [
      { signerName: 'local/s' },
      ['spec.signerName: Invalid value: "local": should be a domain with at least two segments separated by dots'],
    ],
    [
      { signerName: 'kubernetes.io/legacy-unknown', expirationSeconds: 5 },
      [
        'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version',
        'spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 600 seconds (10 minutes)',
      ],
    ],
    [{ usages: ['client auth', 'client auth'] }, ['spec.usages[1]: Duplicate value: "client auth"']],
    [{}, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(CertificateSigningRequest, { spec: { ...spec, ...wanted } })).toEqual(messages)
  })

  it('keeps what was asked for', () => {
    const stored = created(CertificateSigningRequest, { spec })

    expect(updated(CertificateSigningRequest, stored, { spec: { ...spec, usages: ['server auth'] } }).spec).toEqual(
      spec,
    )
  })

  it.each([
    ['approval', {}, is('Approved'), []],
    [
      'approval',
      is('Approved'),
      is('Approved', 'Denied'),
      [
        'status.conditions: Invalid value: "{conditions[{\\"type\\": \\"Approved\\"}], conditions[{\\"type\\": \\"Denied\\"}]}": must specify at most one of: `conditions[{"type": "Approved"}]`, `conditions[{"type": "Denied"}]`',
      ],
    ],
    [
      'approval',
      is('Approved'),
      { conditions: [] },
      ['status.conditions: Forbidden: updates may not remove a condition of type "Approved"'],
    ],
    [
      'approval',
      {},
      { conditions: [{ type: 'Denied', status: 'False' }] },
      ['status.conditions[0].status: Unsupported value: "False": supported values: "True"'],
    ],
    [
      'status',
      {},
      is('Approved'),
      ['status.conditions: Forbidden: updates may not add a condition of type "Approved"'],
    ],
    [
      'status',
      {},
      { certificate: 'eA==' },
      ['status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block'],
    ],
    [
      'status',
      {},
      { certificate: pem('PUBLIC KEY') },
      [
        'status.certificate: Invalid value: "<certificate data>": only CERTIFICATE PEM blocks are allowed, found "PUBLIC KEY"',
      ],
    ],
  ])('lets only those decide who may: %s %j %j', (subresource, before, after, messages) => {
    expect(change(before, after, subresource)).toEqual(messages)
  })

  it('tells when it was decided', () => {
    const stored = created(CertificateSigningRequest, { spec })
    const request = { ...stored, status: { conditions: [{ type: 'Approved', status: 'True' }] } }

    stampConditions(request, stored, '2026-01-01T00:00:00Z')

    expect(request.status.conditions).toEqual([
      {
        type: 'Approved',
        status: 'True',
        lastUpdateTime: '2026-01-01T00:00:00Z',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ])
  })

  it('shows its state', () => {
    const request = created(CertificateSigningRequest, { spec: { ...spec, expirationSeconds: 3600 } })
    request.status = { ...is('Approved', 'Failed'), certificate: 'x' }

    expect(CertificateSigningRequest.rules.cells?.(request, 0)).toEqual([
      'a',
      '<unknown>',
      'example.com/s',
      '',
      '60m',
      'Approved,Failed,Issued',
    ])
    expect(CertificateSigningRequest.rules.selectableFields?.(request)).toEqual({ 'spec.signerName': 'example.com/s' })
  })
})

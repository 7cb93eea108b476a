import { describe, expect, it } from 'vitest'
import { resetFieldsOf } from './reset-fields.ts'

const widget = { group: 'example.dev', kind: 'Widget', custom: true, statusSubresource: true }
const builtIn = (group: string, kind: string) => ({ group, kind, custom: false, statusSubresource: true })

describe('fields that a write cannot own', () => {
  it.each([
    ['the status, on the main resource', widget, '', { 'f:status': {} }],
    ['nothing without a status subresource', { ...widget, statusSubresource: false }, '', undefined],
    ['spec and metadata, on the status of a custom resource', widget, 'status', { 'f:metadata': {}, 'f:spec': {} }],
    ['the spec, on the status of a built-in kind', builtIn('', 'Service'), 'status', { 'f:spec': {} }],
    [
      'labels, too, on a Deployment’s',
      builtIn('apps', 'Deployment'),
      'status',
      { 'f:metadata': { 'f:labels': {} }, 'f:spec': {} },
    ],
    [
      'the spec of a certificate request',
      builtIn('certificates.k8s.io', 'CertificateSigningRequest'),
      '',
      { 'f:spec': {}, 'f:status': {} },
    ],
    [
      'the certificate, on approval',
      builtIn('certificates.k8s.io', 'CertificateSigningRequest'),
      'approval',
      { 'f:spec': {}, 'f:status': { 'f:certificate': {} } },
    ],
    ['the status, when finalizing', builtIn('', 'Namespace'), 'finalize', { 'f:status': {} }],
    ['nothing, when scaling', builtIn('apps', 'Deployment'), 'scale', undefined],
  ])('are %s', (_, target, subresource, expected) => {
    expect(resetFieldsOf(target, subresource)).toEqual(expected)
  })
})

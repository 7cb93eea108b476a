import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { selfSignedCertificate } from './certificate.ts'

it.each([
  ['127.0.0.1', 'IP Address:127.0.0.1'],
  ['hiveadmission.hive.svc', 'DNS:hiveadmission.hive.svc'],
])('is a certificate for %s that is its own authority', (host, altName) => {
  const now = Date.UTC(2030, 0, 1)
  const { certificatePem, keyPem } = selfSignedCertificate(host, now)
  const certificate = new X509Certificate(certificatePem)
  expect(certificate.subjectAltName).toBe(altName)
  expect(certificate.ca).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(new Date(certificate.validTo).toISOString()).toBe('2031-01-01T00:00:00.000Z')
  expect(keyPem).toContain('BEGIN PRIVATE KEY')
})

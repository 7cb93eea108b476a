import { X509Certificate } from 'node:crypto'
import { type FieldError, fieldError } from '@skep/schema'
import { validateEach, validateOneOf, validateRequired } from '../meta/validation.ts'
import { isSame } from '../rules/equal.ts'
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
} from './certificate-signing-request.ts'
import { parsePem } from './pem.ts'
import { validateSignerName } from './signer-name.ts'

const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown'
const MIN_EXPIRATION_SECONDS = 600
const CONDITIONS = 'status.conditions'

const USAGES = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
]

const decodeBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1')

/** Everything wrong with what is asked for. Whether the request is signed is for the server to check. */
export const validateRequestSpec = (spec: CertificateSigningRequestSpec): FieldError[] => [
  ...validateRequest(spec.request ?? '', 'spec.request'),
  ...validateUsages(spec.usages ?? [], 'spec.usages'),
  ...(spec.signerName === LEGACY_SIGNER
    ? [
        fieldError.invalid(
          'spec.signerName',
          LEGACY_SIGNER,
          'the legacy signerName is not allowed via this API version',
        ),
      ]
    : validateSignerName(spec.signerName, 'spec.signerName')),
  ...((spec.expirationSeconds ?? MIN_EXPIRATION_SECONDS) < MIN_EXPIRATION_SECONDS
    ? [
        fieldError.invalid(
          'spec.expirationSeconds',
          spec.expirationSeconds,
          'may not specify a duration less than 600 seconds (10 minutes)',
        ),
      ]
    : []),
]

const validateRequest = (request: string, path: string): FieldError[] =>
  parsePem(decodeBase64(request))[0]?.type === 'CERTIFICATE REQUEST'
    ? []
    : [fieldError.invalid(path, request, 'PEM block type must be CERTIFICATE REQUEST')]

const validateUsages = (usages: readonly string[], path: string): FieldError[] => [
  ...(usages.length === 0 ? [fieldError.required(path)] : []),
  ...validateEach(usages, path, (usage, at) => validateOneOf(usage, at, USAGES)),
  ...validateEach(usages, path, (usage, at, index) =>
    usages.indexOf(usage) < index ? [fieldError.duplicate(at, usage)] : [],
  ),
]

/** Everything wrong with changing what was decided about a request. */
export function validateRequestUpdate(
  request: CertificateSigningRequest,
  stored: CertificateSigningRequest,
  subresource: string,
): FieldError[] {
  const conditions = request.status?.conditions ?? []
  const before = stored.status?.conditions ?? []
  return [
    ...validateEach(conditions, CONDITIONS, validateCondition(conditions)),
    ...validateCertificate(request, stored),
    ...validateNothingRemoved(conditions, before),
    ...(subresource === 'approval' ? [] : validateDecisionKept(conditions, before)),
    ...validateCertificateKept(request, stored, subresource),
    ...validateOneDecision(conditions),
  ]
}

const validateCondition =
  (all: readonly CertificateSigningRequestCondition[]) =>
  ({ type, status }: CertificateSigningRequestCondition, path: string, index: number): FieldError[] => {
    const isDecision = ['Approved', 'Denied', 'Failed'].includes(type)
    const isRepeated = all.findIndex((other) => other.type === type) < index
    return [
      ...validateRequired(type, `${path}.type`),
      ...(status === ''
        ? [fieldError.required(`${path}.status`)]
        : validateOneOf(status, `${path}.status`, isDecision ? ['True'] : ['False', 'True', 'Unknown'])),
      ...(isRepeated ? [fieldError.duplicate(`${path}.type`, type)] : []),
    ]
  }

const has = (conditions: readonly CertificateSigningRequestCondition[], type: string): boolean =>
  conditions.some((condition) => condition.type === type)

function validateOneDecision(conditions: readonly CertificateSigningRequestCondition[]): FieldError[] {
  if (!has(conditions, 'Approved') || !has(conditions, 'Denied')) return []
  const [approved, denied] = ['conditions[{"type": "Approved"}]', 'conditions[{"type": "Denied"}]']
  const detail = `must specify at most one of: \`${approved}\`, \`${denied}\``
  return [fieldError.invalid(CONDITIONS, `{${approved}, ${denied}}`, detail)]
}

const validateNothingRemoved = (
  conditions: readonly CertificateSigningRequestCondition[],
  before: readonly CertificateSigningRequestCondition[],
): FieldError[] =>
  ['Approved', 'Denied', 'Failed']
    .filter((type) => has(before, type) && !has(conditions, type))
    .map((type) => fieldError.forbidden(CONDITIONS, `updates may not remove a condition of type "${type}"`))

/** Whoever may not approve may not change what was decided either. */
const validateDecisionKept = (
  conditions: readonly CertificateSigningRequestCondition[],
  before: readonly CertificateSigningRequestCondition[],
): FieldError[] =>
  ['Approved', 'Denied'].flatMap((type) => {
    const now = conditions.filter((condition) => condition.type === type)
    const then = before.filter((condition) => condition.type === type)
    if (now.length > then.length) {
      return [fieldError.forbidden(CONDITIONS, `updates may not add a condition of type "${type}"`)]
    }
    return now.length < then.length || isSame(now, then)
      ? []
      : [fieldError.forbidden(CONDITIONS, `updates may not modify a condition of type "${type}"`)]
  })

function validateCertificateKept(
  request: CertificateSigningRequest,
  stored: CertificateSigningRequest,
  subresource: string,
): FieldError[] {
  const path = 'status.certificate'
  const before = stored.status?.certificate ?? ''
  if ((request.status?.certificate ?? '') === before) return []
  if (subresource !== 'status') return [fieldError.forbidden(path, 'updates may not set certificate content')]
  return before === '' ? [] : [fieldError.forbidden(path, 'updates may not modify existing certificate content')]
}

function validateCertificate({ status }: CertificateSigningRequest, stored: CertificateSigningRequest): FieldError[] {
  const certificate = status?.certificate
  if (!certificate || certificate === stored.status?.certificate) return []
  const complaint = checkCertificates(decodeBase64(certificate))
  return complaint === undefined ? [] : [fieldError.invalid('status.certificate', '<certificate data>', complaint)]
}

function checkCertificates(text: string): string | undefined {
  const blocks = parsePem(text)
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block'
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found "${type}"`
    if (hasHeaders) return 'no PEM block headers are permitted'
    if (!isCertificate(bytes)) return 'x509: malformed certificate'
  }
  return undefined
}

function isCertificate(bytes: Uint8Array): boolean {
  try {
    new X509Certificate(bytes)
    return true
  } catch {
    return false
  }
}

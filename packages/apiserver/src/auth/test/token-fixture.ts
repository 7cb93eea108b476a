import { X509Certificate } from 'node:crypto'
import type { TokenRequest } from '@skep/api'
import { VirtualClock } from '@skep/base'
import { createCertificateAuthority, issueClientCertificate, newKey } from '@skep/base/x509'
import type { UserInfo } from '../../contracts.ts'
import { type AuthenticatorOptions, createAuthenticator } from '../authn/authenticator.ts'
import { createTokenKey } from '../authn/jwt.ts'
import { createJwtVerifier } from '../authn/jwt-verifier.ts'
import { DEFAULT_ISSUER } from '../authn/service-account-tokens.ts'
import { issueServiceAccountToken } from '../authn/token-request.ts'
import { FakeObjects } from './fake-objects.ts'

/** The account `acme/robot` with everything that makes and checks its tokens. */
export function tokenFixture(overrides: Partial<AuthenticatorOptions> = {}) {
  const clock = new VirtualClock()
  const objects = new FakeObjects()
  objects.put('serviceaccounts', account('robot', 'robot-uid'))
  const key = createTokenKey(newKey())
  const ca = createCertificateAuthority({ commonName: 'test', now: clock.now() })
  const shared = { objects, clock, issuer: DEFAULT_ISSUER, apiAudiences: [DEFAULT_ISSUER] }
  const authenticator = createAuthenticator({
    ...shared,
    clientCa: () => ca.certificate,
    verifier: createJwtVerifier([key]),
    ...overrides,
  })
  const issuer = { ...shared, key, newId: () => 'id-1' }
  return {
    clock,
    objects,
    key,
    ca,
    authenticator,
    issuer,
    issue: (spec: TokenRequest['spec'] = {}) => issueServiceAccountToken(issuer, 'acme', 'robot', { spec }),
    certificateFor: (user: string, groups: string[] = []) =>
      new X509Certificate(issueClientCertificate({ ca, user, groups, now: clock.now() }).certificatePem),
    whoIs: (token: string): UserInfo => authenticator.authenticate({ authorization: `Bearer ${token}` }),
  }
}

/** A service account. */
export const account = (name: string, uid: string, namespace = 'acme') => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace, uid },
})

/** A secret; data in plain text. */
export const secret = (name: string, uid: string, data: Record<string, string> = {}, namespace = 'acme') => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace, uid },
  data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
})

/** A pod of `acme`. */
export const pod = (name: string, uid: string, serviceAccountName: string, nodeName?: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'acme', uid },
  spec: { serviceAccountName, containers: [], ...(nodeName === undefined ? {} : { nodeName }) },
})

/** The claims inside a token. */
export const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))

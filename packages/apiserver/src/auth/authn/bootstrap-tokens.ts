import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '@skep/api'
import type { Clock } from '@skep/base'
import type { ObjectApi, UserInfo } from '../../contracts.ts'

const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/
const GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/
const DEFAULT_GROUP = 'system:bootstrappers'

/**
 * Recognises a token that lets a new node ask for its certificate: `ID.SECRET`, kept in the secret
 * `kube-system/bootstrap-token-ID`. Anything odd about the secret makes it no token at all.
 */
export function authenticateBootstrapToken(objects: ObjectApi, clock: Clock, token: string): UserInfo | undefined {
  const [, id = '', secretPart = ''] = TOKEN.exec(token) ?? []
  if (id === '') return undefined
  // The store gives back what it was given, and only secrets are kept there.
  const secret = objects.get({ group: '', resource: 'secrets' }, 'kube-system', `bootstrap-token-${id}`) as
    | Secret
    | undefined
  if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) return undefined
  if (secret.type !== 'bootstrap.kubernetes.io/token') return undefined
  const value = (key: string) => Buffer.from(secret.data?.[key] ?? '', 'base64').toString('utf8')
  const good =
    sameSecret(value('token-secret'), secretPart) &&
    value('token-id') === id &&
    !hasExpired(value('expiration'), clock.now()) &&
    value('usage-bootstrap-authentication') === 'true'
  const groups = groupsOf(value('auth-extra-groups'))
  return good && groups !== undefined ? { name: `system:bootstrap:${id}`, groups } : undefined
}

function sameSecret(kept: string, given: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A time that cannot be read counts as past. */
const hasExpired = (expiration: string, now: number): boolean => expiration !== '' && !(Date.parse(expiration) > now)

function groupsOf(extra: string): string[] | undefined {
  const groups = extra === '' ? [] : extra.split(',')
  return groups.every((group) => GROUP.test(group)) ? [...new Set([DEFAULT_GROUP, ...groups])].sort() : undefined
}

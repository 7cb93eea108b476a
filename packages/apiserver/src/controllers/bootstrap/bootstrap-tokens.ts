import type { Secret } from '@skep/api'
import type { ClusterView } from '../../contracts.ts'
import type { ObjectEvent } from '../object-event.ts'
import { SECRETS } from '../resources.ts'

export const TOKEN_NAMESPACE = 'kube-system'
const TOKEN_TYPE = 'bootstrap.kubernetes.io/token'
const PREFIX = 'bootstrap-token-'

/** A token with which a new node introduces itself. */
export interface BootstrapToken {
  readonly id: string
  readonly secret: string
  /** When it ends, in ms; undefined for never. What cannot be read has ended. */
  readonly expiresAt: number | undefined
  /** Whether it may vouch for what the cluster says of itself. */
  readonly signs: boolean
}

/** Whether an event is about a token, by its place alone. */
export const isTokenEvent = ({ namespace, name, resource, group }: ObjectEvent): boolean =>
  group === '' && resource === 'secrets' && namespace === TOKEN_NAMESPACE && name.startsWith(PREFIX)

/** The token that a secret holds; undefined when it holds none, or not under its own name. */
export function readToken({ metadata, type, data }: Secret): BootstrapToken | undefined {
  const value = (key: string): string => Buffer.from(data?.[key] ?? '', 'base64').toString('utf8')
  const id = value('token-id')
  const secret = value('token-secret')
  if (type !== TOKEN_TYPE || metadata.name !== `${PREFIX}${id}` || id === '' || secret === '') return undefined
  const expiration = value('expiration')
  const expiresAt = expiration === '' ? undefined : Date.parse(expiration) || 0
  return { id, secret, expiresAt, signs: value('usage-bootstrap-signing') === 'true' }
}

/** The tokens of a cluster that are good now, by id. */
export function goodTokens({ objects }: ClusterView, now: number): BootstrapToken[] {
  const secrets = objects.list(SECRETS, { namespace: TOKEN_NAMESPACE, fieldSelector: `type=${TOKEN_TYPE}` })
  return secrets
    .flatMap((secret) => readToken(secret as Secret) ?? [])
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now)
}

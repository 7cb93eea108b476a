import type { ConditionUpdate } from '@skep/controller'
import { type ControlPlane, usesOAuth } from '../facts.ts'
import type { ControlPlaneScope } from '../scope.ts'
import { notSo, well } from './statement.ts'

/** The member that says more about a provider of some type. */
const MEMBERS: Readonly<Record<string, string>> = {
  BasicAuth: 'basicAuth',
  GitHub: 'github',
  GitLab: 'gitlab',
  Google: 'google',
  HTPasswd: 'htpasswd',
  Keystone: 'keystone',
  LDAP: 'ldap',
  OpenID: 'openID',
  RequestHeader: 'requestHeader',
}

/** Members that name a Secret of the control plane's namespace. */
const SECRETS = ['clientSecret', 'fileData', 'bindPassword', 'tlsClientCert', 'tlsClientKey']

interface Reference {
  readonly name?: string
}
interface Provider {
  readonly name?: string
  readonly type?: string
  readonly [member: string]: unknown
}

/** Whether users can log in as the configuration describes it; undefined when nobody logs in here. */
export function identityProviderCondition(scope: ControlPlaneScope): ConditionUpdate | undefined {
  if (!usesOAuth(scope.controlPlane)) return undefined
  const type = 'ValidIDPConfiguration'
  const problem = providersOf(scope.controlPlane)
    .map((provider) => problemOf(scope, provider))
    .find(Boolean)
  if (problem === undefined) return well(type, 'Identity provider configuration is valid', 'IDPConfigurationValid')
  return notSo(type, 'IDPConfigurationError', `failed to initialize identity providers: ${problem}`)
}

const providersOf = ({ spec }: ControlPlane): readonly Provider[] => spec.configuration?.oauth?.identityProviders ?? []

/** Names of the Secrets that users' logins are checked with. */
export const providerSecrets = (controlPlane: ControlPlane): string[] =>
  providersOf(controlPlane).flatMap((provider) => secretsIn(detailsOf(provider)))

type Details = Readonly<Record<string, Reference | undefined>>

const detailsOf = (provider: Provider): Details | undefined =>
  provider[MEMBERS[provider.type ?? ''] ?? ''] as Details | undefined

const secretsIn = (details: Details = {}): string[] => SECRETS.flatMap((key) => details[key]?.name || [])

function problemOf({ objects, namespace }: ControlPlaneScope, provider: Provider): string | undefined {
  const { name = '', type = '' } = provider
  if (name === '') return 'an identity provider has no name'
  const member = MEMBERS[type]
  if (!member) return `identity provider ${name} has the unknown type "${type}"`
  const details = detailsOf(provider)
  if (!details) return `identity provider ${name} of type ${type} lacks ${member}`
  const missing = secretsIn(details).find((secret) => !objects.secrets.get({ namespace, name: secret }))
  return missing && `identity provider ${name}: secret "${missing}" not found`
}

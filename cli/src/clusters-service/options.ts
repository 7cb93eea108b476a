import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ClustersServiceOptions, ConfigFile } from '@skep/clusters-service'
import { type Authenticator, bearerAuthenticator, type KeySource } from '@skep/service'
import { InvalidArgumentError } from 'commander'
import { parse } from 'yaml'
import { UserError } from '../failure.ts'

/** What the user says about the database. */
export interface DatabaseFlags {
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly dbHost?: string
  readonly dbPort?: string
  readonly dbName?: string
  readonly dbUser?: string
  readonly dbPassword?: string
  readonly dbDisableTls?: boolean
}

/** What the user says about the catalog. */
export interface CatalogFlags {
  readonly cloudRegionConfig?: string
  readonly cloudRegionConstraintsConfig?: string
  readonly instanceTypeConfig?: string
  readonly instanceTypeConstraintsConfig?: string
  readonly regionConstraintsConfig?: string
  readonly aroHcpOcpVersionsConfigPath?: string
}

/** What the user says about who may call. */
export interface AuthenticationFlags {
  readonly jwksUrl: readonly string[]
  readonly jwksFile: readonly string[]
}

/** Address of the database: as given, put together from the parts that are given, or a file in the data folder. */
export function databaseUrlOf(flags: DatabaseFlags): string {
  if (flags.databaseUrl !== undefined) return flags.databaseUrl
  if (flags.dbHost === undefined) {
    const folder = resolve(flags.dataDir)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return `sqlite:${join(folder, 'clusters-service.db')}`
  }
  const url = new URL('postgres://host')
  url.hostname = resolveValue(flags.dbHost)
  url.port = resolveValue(flags.dbPort ?? '5432')
  url.username = resolveValue(flags.dbUser ?? 'postgres')
  url.password = resolveValue(flags.dbPassword ?? '')
  url.pathname = resolveValue(flags.dbName ?? 'clusters_service')
  if (!flags.dbDisableTls) url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

/** A value, or the content of a file that is named as `@FILE`. */
export function resolveValue(text: string): string {
  return text.startsWith('@') ? readText(text.slice(1)).trim() : text
}

/** What the files of the catalog say. */
export function catalogFilesOf(
  flags: CatalogFlags,
): Pick<NonNullable<ClustersServiceOptions['driver']>, 'catalogFiles' | 'ocpVersionsFile'> {
  const catalogFiles = {
    ...named('cloudRegions', flags.cloudRegionConfig),
    ...named('cloudRegionConstraints', flags.cloudRegionConstraintsConfig),
    ...named('instanceTypes', flags.instanceTypeConfig),
    ...named('instanceTypeConstraints', flags.instanceTypeConstraintsConfig),
    ...named('regionConstraints', flags.regionConstraintsConfig),
  }
  return { catalogFiles, ...named('ocpVersionsFile', flags.aroHcpOcpVersionsConfigPath) }
}

const named = <Name extends string>(name: Name, path: string | undefined): { [N in Name]?: ConfigFile } =>
  // One member, or none.
  (path ? { [name]: { path, content: parseFile(path) } } : {}) as { [N in Name]?: ConfigFile }

function parseFile(path: string): unknown {
  try {
    return parse(readText(path))
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    throw new UserError(`${path} is not YAML`, { cause })
  }
}

/** What Go programs mean by an address that is only a port. */
const EVERY_ADDRESS = '0.0.0.0'

/** Who decides about tokens; nobody when no keys are named. */
export function authenticatorOf({ jwksUrl, jwksFile }: AuthenticationFlags): Authenticator | undefined {
  // Deployments that ask for no tokens leave the addresses empty.
  const files = jwksFile.filter((file) => file !== '')
  const urls = jwksUrl.filter((url) => url !== '')
  for (const file of files) readText(file)
  for (const url of urls) {
    if (!/^https?:\/\/./.test(url))
      throw new UserError(`--jwks-url "${url}" is not an address such as https://sso.example.com/certs`)
  }
  const keys: KeySource[] = [...files.map((file) => ({ file })), ...urls.map((url) => ({ url }))]
  return keys.length === 0 ? undefined : bearerAuthenticator({ keys })
}

/** Part of the names of namespaces, together with the id of a cluster. */
export function parseEnvironment(text: string): string {
  if (/^[a-z0-9]([a-z0-9-]{0,24}[a-z0-9])?$/.test(text)) return text
  throw new InvalidArgumentError(
    "it is part of names: at most 26 lower-case letters, digits and '-', as in development",
  )
}

/** Where a listener is: `0.0.0.0:8001`, `:8001` for every address of the machine, or `8001` for the usual one. */
export function parseAddress(text: string): { host?: string; port: number } {
  const [, host, port] = /^(?:(.*):)?(\d+)$/.exec(text) ?? []
  if (port === undefined || Number(port) > 65_535)
    throw new UserError(`"${text}" is not an address such as 127.0.0.1:8001`)
  return { ...(host === undefined ? {} : { host: host.replace(/^\[|\]$/g, '') || EVERY_ADDRESS }), port: Number(port) }
}

/** Text of a file that an option names. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new UserError(`${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

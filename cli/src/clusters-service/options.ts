import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ClustersServiceOptions } from '@skep/clusters-service'
import { type Authenticator, bearerAuthenticator, type KeySource } from '@skep/service'
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
  if (!flags.dbDisableTls) url.searchParams.set('sslmode', 'require')
  return url.href
}

/** A value, or the content of a file that is named as `@FILE`. */
export function resolveValue(text: string): string {
  return text.startsWith('@') ? readText(text.slice(1)).trim() : text
}

/** What the files of the catalog say. */
export function catalogFilesOf(flags: CatalogFlags): NonNullable<ClustersServiceOptions['driver']>['catalogFiles'] {
  return {
    ...named('cloudRegions', flags.cloudRegionConfig),
    ...named('cloudRegionConstraints', flags.cloudRegionConstraintsConfig),
    ...named('instanceTypes', flags.instanceTypeConfig),
    ...named('instanceTypeConstraints', flags.instanceTypeConstraintsConfig),
  }
}

const named = (name: string, path: string | undefined): Record<string, unknown> =>
  path === undefined ? {} : { [name]: parseFile(path) }

function parseFile(path: string): unknown {
  try {
    return parse(readText(path))
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    throw new UserError(`${path} is not YAML`, { cause })
  }
}

/** Who decides about tokens; nobody when no keys are named. */
export function authenticatorOf({ jwksUrl, jwksFile }: AuthenticationFlags): Authenticator | undefined {
  const keys: KeySource[] = [...jwksFile.map((file) => ({ file })), ...jwksUrl.map((url) => ({ url }))]
  return keys.length === 0 ? undefined : bearerAuthenticator({ keys })
}

/** Where a listener is: `:8001`, `8001` or `0.0.0.0:8001`. */
export function parseAddress(text: string): { host?: string; port: number } {
  const [, host, port] = /^(?:(.*):)?(\d+)$/.exec(text) ?? []
  if (port === undefined || Number(port) > 65_535)
    throw new UserError(`"${text}" is not an address such as 127.0.0.1:8001`)
  return { ...(host ? { host } : {}), port: Number(port) }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new UserError(`${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

import type { TokenKey } from '../auth/authn/jwt.ts'
import { jwks, openidConfiguration } from '../auth/authn/openid.ts'
import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import { issuerOf } from '../clusters/security.ts'
import type { ServerMetrics } from '../metrics/server-metrics.ts'
import { answerOpenApi } from '../openapi/answer.ts'
import type { OpenApiDocuments } from '../openapi/documents.ts'
import type { ApiRequest } from './api-request.ts'
import { sendDiscovery } from './discovery.ts'
import { type HealthChecks, sendHealth } from './health.ts'
import { negotiate } from './negotiate.ts'
import { sendJson, sendText } from './respond.ts'

const VERSION = {
  major: '1',
  minor: '37',
  emulationMajor: '1',
  emulationMinor: '37',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '36',
  gitVersion: 'v1.37.0+skep',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: '',
}

/** What answers about the server itself are made of. */
export interface ServerDocuments {
  readonly checks: HealthChecks
  readonly metrics: ServerMetrics
  readonly tokenKeys: readonly TokenKey[]
  readonly openApi: OpenApiDocuments
}

/** Answers paths that are no resources; false when there is nothing at the path. */
export const answerOtherPaths =
  (documents: ServerDocuments) =>
  (request: ApiRequest): Promise<boolean> | boolean => {
    const { info, exchange, query } = request
    if (sendHealth(exchange, info.path, query, checksOf(request, documents))) return true
    if (info.path.startsWith('/openapi/')) return answerOpenApi(documents.openApi, request)
    const value = documentAt(request, documents)
    if (value !== undefined) sendJson(request, 200, value, negotiate(exchange.header('accept'), true))
    else if (info.path === '/metrics') sendText(exchange, 200, documents.metrics.expose(), METRICS_TYPE)
    else return sendDiscovery(request)
    return true
  }

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const CONFIGURATION = '/.well-known/openid-configuration'
const KEYS = '/openid/v1/jwks'

function documentAt({ info, cluster }: ApiRequest, { checks, tokenKeys }: ServerDocuments): unknown {
  switch (info.path) {
    case '/':
      return { paths: rootPaths(cluster, checks) }
    case '/version':
    case '/version/':
      return versionOf(cluster.settings.version)
    case CONFIGURATION:
      return openidConfiguration(issuerOf(cluster.id), `${issuerOf(cluster.id)}${KEYS}`, tokenKeys)
    case KEYS:
      return jwks(tokenKeys)
    default:
      return undefined
  }
}

/** The server's own checks, and those that are said to fail in this cluster. */
function checksOf({ cluster }: ApiRequest, { checks }: ServerDocuments): HealthChecks {
  const { failingChecks = [] } = cluster.settings
  if (failingChecks.length === 0) return checks
  return { ...checks, ...Object.fromEntries(failingChecks.map((name) => [name, () => WITHHELD])) }
}

/** All that outsiders are told about a check that fails. */
const WITHHELD = 'reason withheld'

/** What a server of a version would say of itself. */
function versionOf(gitVersion: string | undefined): typeof VERSION {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(gitVersion ?? '') ?? []
  if (gitVersion === undefined || major === undefined || minor === undefined) return VERSION
  const previous = String(Number(minor) - 1)
  return {
    ...VERSION,
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: previous,
    gitVersion,
  }
}

/** Everything there is to ask for, in order. */
function rootPaths(cluster: LogicalCluster, checks: HealthChecks): string[] {
  const groups = new Set<string>()
  for (const { group, version } of cluster.resources()) {
    if (group === '') groups.add(`/api/${version}`)
    else groups.add(`/apis/${group}`).add(`/apis/${group}/${version}`)
  }
  const health = ['healthz', 'livez', 'readyz'].flatMap((endpoint) => [
    `/${endpoint}`,
    ...Object.keys(checks).map((name) => `/${endpoint}/${name}`),
  ])
  const others = ['/api', '/apis', CONFIGURATION, KEYS, '/metrics', '/openapi/v2', '/openapi/v3', '/version']
  return [...others, ...groups, ...health].sort()
}

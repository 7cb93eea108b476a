import { createLogger, type LogLevel } from '@skep/base'
import { migrations, startClustersService } from '@skep/clusters-service'
import { describeUrl, openDatabase } from '@skep/database'
import { type Command, Option } from 'commander'
import { administratorsIn } from '../clusters-service/administrators.ts'
import {
  type AuthenticationFlags,
  authenticatorOf,
  type CatalogFlags,
  catalogFilesOf,
  type DatabaseFlags,
  databaseUrlOf,
  parseAddress,
  parseEnvironment,
} from '../clusters-service/options.ts'
import { explainStart, reporting } from '../failure.ts'
import { collect, parseCount, parsePort, parseSwitch, parseTime } from '../options.ts'
import { stopRequested } from '../stop.ts'

const EXAMPLES = `
Examples:
  skep clusters-service serve --provision-shards-config provision_shards_simulator.yaml
  skep clusters-service serve --provision-shards-config east.yaml --provision-shards-config west.yaml --port 8001
  skep clusters-service serve --database-url postgres://user@127.0.0.1/clusters --provision-shards-config shards.yaml
  curl -s localhost:8001/api/clusters_mgmt/v1/provision_shards`

const INIT_EXAMPLES = `
Examples:
  skep clusters-service init --database-url postgres://user@127.0.0.1/clusters`

/** Port of the API, as in the guides that reach it through a tunnel. */
export const CLUSTERS_SERVICE_PORT = 8001

interface CommonFlags extends DatabaseFlags {
  readonly logLevel: LogLevel
  readonly verbose?: boolean
}

interface ServeFlags extends CommonFlags, CatalogFlags, AuthenticationFlags {
  readonly aclFile?: string
  readonly provisionShardsConfig: readonly string[]
  readonly port: number
  readonly host: string
  readonly apiListenerAddress?: string
  readonly metricsListenerAddress?: string
  readonly healthcheckListenerAddress?: string
  readonly provisionShardClusterLimit: number
  readonly environment: string
  readonly namespace?: string
  readonly runtimeMode?: string
  readonly defaultExpiration?: number
  readonly maximumExpiration?: number
}

/** `skep clusters-service`: the API through which clusters are ordered. */
export function addClustersServiceCommand(program: Command): void {
  const service = program
    .command('clusters-service')
    .description('run the service through which clusters are ordered')
    .addHelpText('after', EXAMPLES)
  const serve = addDatabaseOptions(service.command('serve').description('serve its API'))
  addListenerOptions(serve)
  addPlacementOptions(serve)
  addCatalogOptions(serve)
  serve.addHelpText('after', EXAMPLES).action(reporting(runServe))
  addDatabaseOptions(service.command('init').description('prepare the database, and stop'))
    .addHelpText('after', INIT_EXAMPLES)
    .action(reporting(runInit))
}

function addDatabaseOptions(command: Command): Command {
  return command
    .option('--data-dir <dir>', 'where records are kept, without a database of your own', '.skep/clusters-service')
    .option('--database-url <url>', 'a PostgreSQL: postgres://USER@HOST/NAME')
    .option('--db-host <host>', 'the same in parts; @FILE reads a value from a file')
    .option('--db-port <port>')
    .option('--db-name <name>')
    .option('--db-user <user>')
    .option('--db-password <password>')
    .option('--db-disable-tls [true|false]', 'talk to the database without TLS', parseSwitch)
    .addOption(
      new Option('--log-level <level>', 'what to log on standard error')
        .choices(['error', 'info', 'debug'])
        .default('info'),
    )
    .option('--verbose', 'show where an error comes from')
}

function addListenerOptions(command: Command): void {
  command
    .addOption(
      new Option('--port <number>', 'port of the API')
        .argParser(parsePort)
        .env('CLUSTERS_SERVICE_PORT')
        .default(CLUSTERS_SERVICE_PORT),
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--api-listener-address <address>',
      'both, such as 127.0.0.1:8000, or :8000 for every address of the machine',
    )
    .option('--metrics-listener-address <address>', 'serve /metrics here as well')
    .option('--healthcheck-listener-address <address>', 'serve /healthcheck here as well')
    .option(
      '--jwks-url <url>',
      'believe tokens signed by these keys; may be repeated (default: ask for no token)',
      collect,
      [],
    )
    .option('--jwks-file <file>', 'the same from a file; may be repeated', collect, [])
    .option('--acl-file <file>', 'whose tokens may change shards: a YAML list of claim and pattern (default: nobody)')
}

function addPlacementOptions(command: Command): void {
  command
    .option('--provision-shards-config <file>', 'provision shards, as YAML; may be repeated', collect, [])
    .option('--provision-shard-cluster-limit <count>', 'most clusters on a shard', parseCount, 100)
    .option('--environment <name>', 'part of the names of namespaces on shards', parseEnvironment, 'development')
    .option('--default-expiration <time>', 'how long clusters live that say nothing about it (0: for ever)', parseTime)
    .option('--maximum-expiration <time>', 'how long clusters may live (0: for ever)', parseTime)
    .option(
      '--namespace <name>',
      'where the service runs on Kubernetes: its log says so, and nothing else depends on it',
    )
    .option('--runtime-mode <name>', 'such as aro-hcp: its log says so; both APIs are served in every mode')
}

function addCatalogOptions(command: Command): void {
  command
    .option('--cloud-region-config <file>', 'regions, instead of those built in')
    .option('--cloud-region-constraints-config <file>', 'which regions are offered')
    .option('--instance-type-config <file>', 'machine types, instead of those built in')
    .option('--instance-type-constraints-config <file>', 'which machine types are offered')
    .option('--region-constraints-config <file>', 'which versions regions take')
    .option('--aro-hcp-ocp-versions-config-path <file>', 'which versions clusters on Azure may have')
}

async function runServe(flags: ServeFlags): Promise<void> {
  const stopping = stopRequested()
  const { host, port } = { host: flags.host, port: flags.port, ...listener(flags.apiListenerAddress) }
  const metrics = listener(flags.metricsListenerAddress)
  const health = listener(flags.healthcheckListenerAddress)
  const service = await startClustersService({
    databaseUrl: databaseUrlOf(flags),
    provisionShardsFiles: flags.provisionShardsConfig,
    host,
    port,
    ...(metrics ? { metrics } : {}),
    ...(health ? { health } : {}),
    environment: flags.environment,
    shardClusterLimit: flags.provisionShardClusterLimit,
    defaultExpirationMs: flags.defaultExpiration || undefined,
    maximumExpirationMs: flags.maximumExpiration || undefined,
    auth: authenticatorOf(flags),
    isAdministrator: flags.aclFile ? administratorsIn(flags.aclFile) : undefined,
    variables: process.env,
    driver: catalogFilesOf(flags),
    log: createLogger({ level: flags.logLevel }).with(whereItRuns(flags)),
  }).catch((error: unknown) => {
    throw explainStart(error, { host, port, portOption: '--port' })
  })
  console.log(`Clusters service ready at ${service.url}/api/clusters_mgmt/v1`)
  await stopping
  await service.close()
}

/** What deployments say of themselves, for every line of the log. */
const whereItRuns = ({ namespace, runtimeMode }: ServeFlags) => ({
  ...(namespace ? { namespace } : {}),
  ...(runtimeMode ? { runtimeMode } : {}),
})

const listener = (address: string | undefined) => (address ? parseAddress(address) : undefined)

async function runInit(flags: CommonFlags): Promise<void> {
  const url = databaseUrlOf(flags)
  const database = await openDatabase({ url, migrations, log: createLogger({ level: flags.logLevel }) })
  await database.close()
  console.log(`${describeUrl(url)} is ready`)
}

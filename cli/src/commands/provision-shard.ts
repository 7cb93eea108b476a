import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectShardFile } from '@skep/clusters-service'
import { type Command, Option } from 'commander'
import { reporting, UserError } from '../failure.ts'
import { checkShardFiles } from '../shards/check.ts'
import { describeReports } from '../shards/describe.ts'
import { DEFAULT_SHARD, renderShard } from '../shards/render-shard.ts'

const DEFAULT_OUTPUT = 'provision_shards_simulator.yaml'

const EXAMPLES = `
Examples:
  skep provision-shard generate
  skep provision-shard generate /tmp/hive-simulator-kubeconfig.yaml east.yaml us-east-1-shard
  skep provision-shard generate west.kubeconfig west.yaml eu-west-1-shard --region eu-west-1
  skep provision-shard check provision_shards_simulator.yaml`

interface GenerateFlags {
  readonly region: string
  readonly cloudProvider: string
  readonly baseDomain: string
  readonly verbose?: boolean
}

/** `skep provision-shard`: the files that tell a clusters service where it can build clusters. */
export function addProvisionShardCommand(program: Command): void {
  const command = program
    .command('provision-shard')
    .description('write and check the files that tell a clusters service where to build')
    .addHelpText('after', EXAMPLES)
  command
    .command('generate [kubeconfig] [output] [shard-id]')
    .description('write a shard for the server of a kubeconfig')
    .option('--region <id>', 'region that it is for', DEFAULT_SHARD.region)
    .option('--cloud-provider <id>', 'cloud that it is for', DEFAULT_SHARD.cloudProvider)
    .option('--base-domain <name>', 'domain below which clusters get their names', DEFAULT_SHARD.baseDomain)
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', EXAMPLES)
    .action((kubeconfig?: string, output?: string, id?: string, flags?: GenerateFlags) =>
      reporting((options: GenerateFlags) => generate(kubeconfig, output, id, options))(flags!),
    )
  command
    .command('check <file...>')
    .description('tell what is wrong with files of shards, and whether each kubeconfig really connects')
    .addOption(new Option('-o, --output <format>', 'how to print').choices(['text', 'json']).default('text'))
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', EXAMPLES)
    .action((files: string[], flags: CheckFlags) => reporting((options: CheckFlags) => check(files, options))(flags))
}

async function generate(
  kubeconfig = join(tmpdir(), 'hive-simulator-kubeconfig.yaml'),
  output = DEFAULT_OUTPUT,
  id = DEFAULT_SHARD.id,
  { region, cloudProvider, baseDomain }: GenerateFlags,
): Promise<void> {
  const text = await readFile(kubeconfig, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    console.error(`ERROR: Kubeconfig not found at ${kubeconfig}`)
    throw new UserError('run the simulator first: make run-hive-simulator', { cause })
  })
  if (text.trim() === '') throw new UserError(`no shard can be made of ${kubeconfig}: it is empty`)
  const shard = renderShard(text, { id, region, cloudProvider, baseDomain })
  const [entry] = inspectShardFile({ name: output, text: shard }, process.env)
  if (entry && 'problems' in entry) {
    throw new UserError(`no shard can be made of ${kubeconfig}: ${entry.problems[0]}`)
  }
  await writeFile(output, shard, { mode: 0o600 })
  console.log(`✓ Provision shard configuration generated: ${output}

To use with clusters-service:
  ./bin/clusters-service serve --provision-shards-config ${output}

To regenerate, after the simulator was started with other certificates or on another port:
  scripts/generate-provision-shard-config.sh ${kubeconfig} ${output} ${id}${unusual({ region, cloudProvider, baseDomain })}`)
}

/** The options that must be given again, because they are not the usual ones. */
const unusual = ({ region, cloudProvider, baseDomain }: GenerateFlags): string =>
  [
    region === DEFAULT_SHARD.region ? '' : ` --region ${region}`,
    cloudProvider === DEFAULT_SHARD.cloudProvider ? '' : ` --cloud-provider ${cloudProvider}`,
    baseDomain === DEFAULT_SHARD.baseDomain ? '' : ` --base-domain ${baseDomain}`,
  ].join('')

interface CheckFlags {
  readonly output: string
  readonly verbose?: boolean
}

async function check(files: readonly string[], { output }: CheckFlags): Promise<void> {
  const reports = await checkShardFiles(files, process.env)
  console.log(output === 'json' ? JSON.stringify(reports, null, 2) : describeReports(reports))
  if (reports.some(({ problems }) => problems.length > 0)) process.exitCode = 1
}

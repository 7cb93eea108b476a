import { readFile } from 'node:fs/promises'
import { AccountClaim, ClusterDeployment, HostedCluster, ProjectClaim } from '@skep/api'
import { inspectShardFile, type ShardDefinition, ShardFileError } from '@skep/clusters-service'
import { isObject } from '@skep/schema'
import { checkConnection } from './check-connection.ts'

/** What was found out about one shard, or about a file that holds none. */
export interface ShardReport {
  readonly file: string
  /** Its id, or where it is in the file when it has none; absent where the file itself is of no use. */
  readonly shard?: string
  /** What is as it should be, in words. */
  readonly facts: readonly string[]
  /** Fields that nobody reads: perhaps they are misspelled. */
  readonly ignored?: readonly string[]
  /** What is wrong, in words that say what to do. */
  readonly problems: readonly string[]
}

/** What a shard's kubeconfigs must give access to: the name in files, that of the attribute, and the kind. */
const NEEDS = [
  ['hive_config', 'hive_config', ClusterDeployment],
  ['aws_account_operator_config', 'aws_account_operator_config', AccountClaim],
  ['gcp_project_operator_config', 'gcp_project_operator', ProjectClaim],
  ['hypershift_config', 'hypershift_config', HostedCluster],
] as const

const NO_SHARDS = 'has no shards, so that every order would wait: add one with `skep provision-shard generate`'

/** What clusters can be placed through. */
const TARGETS = ['hive_config', 'hypershift_config', 'maestro_config']

/** Looks at every shard of the files, and connects to wherever they lead. */
export async function checkShardFiles(
  paths: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ShardReport[]> {
  const reports = await Promise.all(paths.map((path) => checkFile(path, environment)))
  return withDoubles(reports.flat())
}

async function checkFile(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ShardReport[]> {
  try {
    const entries = inspectShardFile({ name: file, text: await readFile(file, 'utf8') }, environment)
    if (entries.length === 0) return [{ file, facts: [], problems: [NO_SHARDS] }]
    return await Promise.all(
      entries.map(async (entry) =>
        'problems' in entry
          ? { file, shard: entry.id ?? entry.name, facts: [], ignored: entry.ignored, problems: entry.problems }
          : { file, ...(await checkShard(entry.shard)), ignored: entry.ignored },
      ),
    )
  } catch (error) {
    const isOurs = error instanceof ShardFileError || (error as NodeJS.ErrnoException).code !== undefined
    if (!isOurs) throw error
    const { message } = error as Error
    const problem = message.startsWith(`${file}: `) ? message.slice(file.length + 2) : message
    return [{ file, facts: [], problems: [problem] }]
  }
}

async function checkShard({ id, document }: ShardDefinition): Promise<Omit<ShardReport, 'file'>> {
  const facts = [`status ${document['status']}, ${idOf(document['cloud_provider'])} in ${idOf(document['region'])}`]
  const problems = TARGETS.some((target) => target in document)
    ? []
    : [`has none of ${TARGETS.join(', ')}: no cluster can be built there`]
  for (const [field, attribute, kind] of NEEDS) {
    const config = document[attribute]
    if (!isObject(config)) continue
    const result = await checkConnection(String(config['kubeconfig']), kind)
    if (result.problem === undefined) facts.push(`${field}: ${config['server']} answers and allows ${kind.plural}`)
    else problems.push(`${field}: ${config['server']} ${result.problem}`)
  }
  return { shard: id, facts, problems }
}

const idOf = (value: unknown): string => (isObject(value) ? String(value['id']) : '-')

/** A shard may be defined once only, in whichever file. */
function withDoubles(reports: readonly ShardReport[]): ShardReport[] {
  const firstFile = new Map<string, string>()
  return reports.map((report) => {
    if (report.shard === undefined) return report
    const other = firstFile.get(report.shard)
    if (other === undefined) {
      firstFile.set(report.shard, report.file)
      return report
    }
    return { ...report, problems: [...report.problems, `is defined in ${other} already: give it another id`] }
  })
}

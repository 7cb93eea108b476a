import { readFile } from 'node:fs/promises'
import { inspectShardFile, type ShardDefinition, ShardFileError } from '@skep/clusters-service'
import { isObject } from '@skep/schema'
import { checkConnection } from './check-connection.ts'

/** What was found out about one shard, or about a file that holds none. */
export interface ShardReport {
  readonly file: string
  readonly shard: string
  /** What is as it should be, in words. */
  readonly facts: readonly string[]
  /** What is wrong, in words that say what to do. */
  readonly problems: readonly string[]
}

/** The groups of kinds that a shard's kubeconfigs must give access to, by the attribute that holds the kubeconfig. */
const NEEDS = {
  hive_config: { group: 'hive.openshift.io', resource: 'clusterdeployments' },
  aws_account_operator_config: { group: 'aws.managed.openshift.io', resource: 'accountclaims' },
  gcp_project_operator: { group: 'gcp.managed.openshift.io', resource: 'projectclaims' },
} as const

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
    return await Promise.all(
      entries.map(async (entry) =>
        'problem' in entry
          ? { file, shard: entry.name, facts: [], problems: [entry.problem] }
          : { file, ...(await checkShard(entry.shard)) },
      ),
    )
  } catch (error) {
    const isOurs = error instanceof ShardFileError || (error as NodeJS.ErrnoException).code !== undefined
    if (!isOurs) throw error
    return [{ file, shard: '-', facts: [], problems: [(error as Error).message] }]
  }
}

async function checkShard({ id, document }: ShardDefinition): Promise<Omit<ShardReport, 'file'>> {
  const facts = [`status ${document['status']}, ${idOf(document['cloud_provider'])} in ${idOf(document['region'])}`]
  const problems: string[] = []
  for (const [attribute, need] of Object.entries(NEEDS)) {
    const config = document[attribute]
    if (!isObject(config)) continue
    const result = await checkConnection(String(config['kubeconfig']), need)
    if (result.problem === undefined)
      facts.push(`${attribute}: ${config['server']} answers and allows ${need.resource}`)
    else problems.push(`${attribute}: ${config['server']} ${result.problem}`)
  }
  return { shard: id, facts, problems }
}

const idOf = (value: unknown): string => (isObject(value) ? String(value['id']) : '-')

/** A shard may be defined once only, in whichever file. */
function withDoubles(reports: readonly ShardReport[]): ShardReport[] {
  const firstFile = new Map<string, string>()
  return reports.map((report) => {
    const other = firstFile.get(report.shard)
    if (other === undefined || report.shard === '-') {
      firstFile.set(report.shard, report.file)
      return report
    }
    return { ...report, problems: [...report.problems, `is defined in ${other} already: give it another id`] }
  })
}

import { stringify } from 'yaml'

/** What a generated shard says besides its kubeconfig. */
export interface ShardFacts {
  readonly id: string
  readonly region: string
  readonly cloudProvider: string
  readonly baseDomain: string
  /** Whether control planes are hosted there, too; not unless told so. */
  readonly hosting?: boolean
}

/** How a generated shard is unless told otherwise. */
export const DEFAULT_SHARD: ShardFacts = {
  id: 'hive-simulator-shard',
  region: 'us-east-1',
  cloudProvider: 'aws',
  baseDomain: 'simulator.example.com',
}

const KUBECONFIG_FIELDS = ['hive_config', 'aws_account_operator_config', 'gcp_project_operator_config']

/** A file with one provision shard, whose Hive and account operators are all at one API server. */
export function renderShard(kubeconfig: string, facts: ShardFacts): string {
  const { id, region, cloudProvider, baseDomain, hosting } = facts
  const fields = hosting ? [...KUBECONFIG_FIELDS, 'hypershift_config'] : KUBECONFIG_FIELDS
  const content = kubeconfig
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n')
  return `provision_shards:
- id: ${stringify(id).trimEnd()}
${fields.map((field) => `  ${field}: |\n${content}`).join('\n')}
  status: active
  region: ${region}
  cloud_provider: ${cloudProvider}
  aws_base_domain: ${baseDomain}
  gcp_base_domain: ${baseDomain}
`
}

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { DEFAULT_SHARD, renderShard } from './render-shard.ts'

const KUBECONFIG = 'apiVersion: v1\nkind: Config\n\ncurrent-context: hive-simulator\n'

describe('renderShard', () => {
  it('embeds the whole kubeconfig wherever a shard needs one', () => {
    const { provision_shards: shards } = parse(renderShard(KUBECONFIG, DEFAULT_SHARD))

    expect(shards).toEqual([
      {
        id: 'hive-simulator-shard',
        hive_config: KUBECONFIG,
        aws_account_operator_config: KUBECONFIG,
        gcp_project_operator_config: KUBECONFIG,
        status: 'active',
        region: 'us-east-1',
        cloud_provider: 'aws',
        aws_base_domain: 'simulator.example.com',
        gcp_base_domain: 'simulator.example.com',
      },
    ])
  })

  it('keeps an id whole that YAML would read as something else', () => {
    expect(parse(renderShard(KUBECONFIG, { ...DEFAULT_SHARD, id: '12' })).provision_shards[0].id).toBe('12')
  })
})

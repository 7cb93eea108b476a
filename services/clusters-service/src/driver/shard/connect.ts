import type { Clock } from '@skep/base'
import { type Client, createClient, loadKubeconfig, NO_RETRY } from '@skep/client'
import type { ShardRecord } from '../../records/shard-record.ts'
import type { ConnectShard } from './connection.ts'

/**
 * Opens the ways to a shard by its kubeconfigs: one client per content, since all of them mostly name the same server.
 * Clients do not try again by themselves: that is for the queue, which others can use meanwhile.
 */
export const connectByKubeconfig =
  (clock: Clock): ConnectShard =>
  async (shard) => {
    const clients = new Map<string, Client>()
    const open = async (text: string): Promise<Client> => {
      const known = clients.get(text)
      if (known) return known
      const kubeconfig = await loadKubeconfig({ text, clock })
      const client = createClient({ kubeconfig, clock, retry: NO_RETRY, userAgent: 'clusters-service' })
      clients.set(text, client)
      return client
    }
    const hive = await open(shard.hiveConfig ?? '')
    const accounts = await open(accountsConfigOf(shard) ?? shard.hiveConfig ?? '')
    return {
      hive,
      accounts,
      close: () => {
        for (const client of clients.values()) client.close()
      },
    }
  }

/** The kubeconfig of the operator that makes accounts or projects in the cloud of a shard. */
const accountsConfigOf = (shard: ShardRecord): string | undefined =>
  shard.cloudProvider === 'gcp' ? shard.gcpProjectOperatorConfig : shard.awsAccountOperatorConfig

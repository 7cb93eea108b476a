import { type ClusterApiMachine, Secret } from '@skep/api'
import type { Client, Stored } from '@skep/client'

/** Key under which a Secret has what a machine boots with. */
const KEY = 'value'

/** What a machine boots with; undefined while nobody says where that is. Rejects when it is not there. */
export async function readUserData(
  client: Client,
  { metadata: { namespace = '' }, spec }: Stored<ClusterApiMachine>,
): Promise<string | undefined> {
  const name = spec.bootstrap.dataSecretName
  if (!name) return undefined
  const data = (await client.get(Secret, { namespace, name }))?.data?.[KEY]
  if (data === undefined) throw new Error(`Secret ${namespace}/${name} with the key ${KEY} is not there yet`)
  return Buffer.from(data, 'base64').toString('utf8')
}

import { type Agent, type ClusterApiMachine, Secret } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import { parseIgnition } from '@skep/sim'
import { readUserData } from '@skep/sim/provider'
import { WATCH_LABEL } from '../names.ts'

type AgentSpec = NonNullable<Agent['spec']>

/** What an agent has to know to ask for its configuration. */
export type AgentBootstrap = Pick<
  AgentSpec,
  'machineConfigPool' | 'ignitionEndpointTokenReference' | 'ignitionEndpointHTTPHeaders'
>

const BEARER = 'Bearer '

/**
 * Reads that out of what the machine boots with, and keeps the token in a Secret that the agent can be referred to.
 * Undefined while nobody says with what the machine boots. Rejects when that is not what agents can use.
 */
export async function agentBootstrap(
  client: Client,
  machine: Stored<ClusterApiMachine>,
): Promise<AgentBootstrap | undefined> {
  const userData = await readUserData(client, machine)
  if (userData === undefined) return undefined
  const [source, ...others] = parseIgnition(userData).sources
  if (!source || others.length > 0) throw new Error('did not find one ignition source as expected')
  const { Authorization: authorization = '', ...headers } = source.headers
  if (!authorization.startsWith(BEARER)) throw new Error('did not find expected prefix for bearer token')
  return {
    machineConfigPool: source.url.slice(source.url.lastIndexOf('/') + 1),
    ignitionEndpointTokenReference: await keepToken(client, machine, authorization.slice(BEARER.length)),
    ignitionEndpointHTTPHeaders: headers,
  }
}

async function keepToken(
  client: Client,
  { metadata: { namespace = '' }, spec }: Stored<ClusterApiMachine>,
  token: string,
): Promise<{ namespace: string; name: string }> {
  const ref = { namespace, name: `agent-${spec.bootstrap.dataSecretName}` }
  const draft = { metadata: { ...ref, labels: { [WATCH_LABEL]: 'true' } }, stringData: { 'ignition-token': token } }
  await client.create(Secret, draft).catch(async (error: unknown) => {
    if (!hasReason(error, 'AlreadyExists')) throw error
    await client.patch(Secret, ref, { type: 'merge', body: { stringData: draft.stringData } })
  })
  return ref
}

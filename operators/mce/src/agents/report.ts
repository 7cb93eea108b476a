import { ManagedClusterClaim, Node } from '@skep/api'
import { StatusError } from '@skep/base'
import type { Client } from '@skep/client'
import { addQuantity, formatQuantity, parseQuantity, type Quantity } from '@skep/schema'

/** Amounts of resources, by name. */
export type Resources = Record<string, string>

/** What the agent of a cluster found when it last looked. */
export type AgentReport =
  | {
      readonly healthy: true
      readonly kubernetesVersion: string
      readonly capacity: Resources
      readonly allocatable: Resources
      readonly claims: readonly { readonly name: string; readonly value: string }[]
    }
  | { readonly healthy: false; readonly message: string }

/** Claims that a cluster makes besides the known ones; more are not told. */
const MAX_CUSTOM_CLAIMS = 20
const SPOKE_ONLY = 'open-cluster-management.io/spoke-only'
const RESERVED_CLAIMS = new Set([
  'id.k8s.io',
  'kubeversion.open-cluster-management.io',
  'platform.open-cluster-management.io',
  'product.open-cluster-management.io',
])

/** Why the API of a cluster is not well; undefined when it is. */
export async function problemOf(client: Client, signal: AbortSignal): Promise<string | undefined> {
  const problem = await ask(client, '/livez', signal)
  // Old servers have no livez, or keep it to themselves.
  const decides = problem?.code === 403 || problem?.code === 404 ? await ask(client, '/healthz', signal) : problem
  return decides && notWell(decides.code, decides.message)
}

/** How a cluster that cannot be asked is called. */
export const notWell = (code: number, message: string): string =>
  `The kube-apiserver is not ok, status code: ${code}, ${message}`

async function ask(
  client: Client,
  path: string,
  signal: AbortSignal,
): Promise<{ code: number; message: string } | undefined> {
  try {
    await client.raw({ path, signal })
    return undefined
  } catch (error) {
    if (signal.aborted) throw error
    return failureOf(error)
  }
}

const failureOf = (error: unknown): { code: number; message: string } => ({
  code: error instanceof StatusError ? error.code : 0,
  message: error instanceof Error ? error.message : String(error),
})

/** Everything that an agent says of a cluster whose API is well; of one that does not let it look, why that is so. */
export async function describeCluster(client: Client, signal: AbortSignal): Promise<AgentReport> {
  try {
    return await readCluster(client, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const { code, message } = failureOf(error)
    return { healthy: false, message: notWell(code, message) }
  }
}

async function readCluster(client: Client, signal: AbortSignal): Promise<AgentReport> {
  const [{ body }, nodes, claims] = await Promise.all([
    client.raw({ path: '/version', signal }),
    client.list(Node, { signal }),
    claimsOf(client, signal),
  ])
  const schedulable = nodes.items.filter(({ spec }) => !spec?.unschedulable)
  return {
    healthy: true,
    kubernetesVersion: JSON.parse(body.toString('utf8')).gitVersion,
    capacity: sumOf(nodes.items.map(({ status }) => status?.capacity ?? {})),
    allocatable: sumOf(schedulable.map(({ status }) => status?.allocatable ?? {})),
    claims,
  }
}

function sumOf(parts: readonly Readonly<Record<string, string | number>>[]): Resources {
  const sums = new Map<string, Quantity>()
  for (const [name, amount] of parts.flatMap(Object.entries<string | number>)) {
    const quantity = parseQuantity(String(amount))
    const sum = sums.get(name)
    sums.set(name, sum ? addQuantity(sum, quantity) : quantity)
  }
  return Object.fromEntries([...sums].map(([name, sum]) => [name, formatQuantity(sum)]))
}

type Claims = { name: string; value: string }[]

async function claimsOf(client: Client, signal: AbortSignal): Promise<Claims> {
  const { items } = await client.list(ManagedClusterClaim, { labelSelector: `!${SPOKE_ONLY}`, signal }).catch(noClaims)
  const claims = items.map(({ metadata, spec }) => ({ name: metadata.name, value: spec?.value ?? '' }))
  claims.sort((a, b) => (a.name < b.name ? -1 : 1))
  const reserved = claims.filter(({ name }) => RESERVED_CLAIMS.has(name))
  const custom = claims.filter(({ name }) => !RESERVED_CLAIMS.has(name))
  return [...reserved, ...custom.slice(0, MAX_CUSTOM_CLAIMS)]
}

/** A cluster that does not know of claims makes none. */
function noClaims(error: unknown): { items: never[] } {
  if (error instanceof StatusError && error.code === 404) return { items: [] }
  throw error
}

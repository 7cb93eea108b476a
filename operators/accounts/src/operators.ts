import { AccountClaim, AwsAccountPool, Namespace, ProjectClaim } from '@skep/api'
import { type Clock, cryptoRandom, type Logger, type Random, realClock, silentLogger } from '@skep/base'
import { type Client, type Informers, ignorePresent } from '@skep/client'
import { type ControllerMetrics, createManager } from '@skep/controller'
import type { KubeObject } from '@skep/schema'
import type { Behaviours } from '@skep/sim'
import { addAwsControllers } from './aws/operator.ts'
import { ACCOUNT_NAMESPACE } from './aws/settings.ts'
import { addGcpControllers } from './gcp/operator.ts'
import { PROJECT_NAMESPACE } from './gcp/settings.ts'

/** What the account operators work with. */
export interface AccountOperatorsDependencies {
  /** Of the cluster that has the kinds of both operators. */
  readonly client: Client
  /** With sections for AccountClaim and ProjectClaim: how long clouds take, and which claims fail. */
  readonly behaviours: Behaviours
  /** Real time unless given. */
  readonly clock?: Clock
  /** Unpredictable unless given. */
  readonly random?: Random
  readonly log?: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
}

/** What the account operators may be told. */
export interface AccountOperatorsOptions {
  /** Unclaimed AWS accounts to keep in a pool named `default`, which is made if missing; none is made for 0. 2 unless given. */
  readonly poolSize?: number
}

/** Account operators that run. */
export interface AccountOperators {
  /** How many objects of each kind there are, such as `{ accountClaims: 5 }`. */
  resources(): Record<string, number>
  /** Stops, and resolves when nothing is under way any more. */
  stop(): Promise<void>
}

const DEFAULT_POOL = 'default'
const DEFAULT_POOL_SIZE = 2

/** Starts the AWS account operator and the GCP project operator on simulated clouds. */
export async function startAccountOperators(
  {
    client,
    behaviours,
    clock = realClock,
    random = cryptoRandom,
    log = silentLogger,
    metrics,
  }: AccountOperatorsDependencies,
  { poolSize = DEFAULT_POOL_SIZE }: AccountOperatorsOptions = {},
): Promise<AccountOperators> {
  await prepare(client, poolSize)
  const manager = createManager({ client, clock, random, log, metrics }, { name: 'account-operators' })
  const parts = { client, behaviours, clock, random, log }
  const controllers = {
    AccountClaim: addAwsControllers(manager, parts),
    ProjectClaim: addGcpControllers(manager, parts),
  }
  countClaims(manager.informersOf(), behaviours)
  const unsubscribe = behaviours.onChange(({ kind, object }) => {
    for (const [name, { enqueue }] of Object.entries(controllers)) {
      if (kind !== undefined && kind !== name) continue
      for (const ref of object ? [object] : unfinished(manager.informersOf(), name)) enqueue(ref)
    }
  })
  const stopping = new AbortController()
  const running = manager.start(stopping.signal)
  return {
    resources: () => ({
      accountClaims: manager.informersOf().of(AccountClaim).size,
      projectClaims: manager.informersOf().of(ProjectClaim).size,
    }),
    stop: async () => {
      unsubscribe()
      stopping.abort()
      await running
    },
  }
}

const unfinished = (informers: Informers, kind: string) =>
  (kind === 'AccountClaim' ? informers.of(AccountClaim).list() : informers.of(ProjectClaim).list())
    .filter(({ status }) => status?.state !== 'Ready')
    .map(({ metadata }) => metadata)

function countClaims(informers: Informers, behaviours: Behaviours): void {
  type Claim = KubeObject & { status?: { state?: string } }
  const stateOf = ({ status }: Claim) => status?.state || 'New'
  const reader = { stateOf, isReady: (claim: Claim) => stateOf(claim) === 'Ready' }
  behaviours.countStates(informers.of(AccountClaim), reader)
  behaviours.countStates(informers.of(ProjectClaim), reader)
}

/** The namespaces of the operators, and a pool to take accounts from. */
async function prepare(client: Client, poolSize: number): Promise<void> {
  for (const name of [ACCOUNT_NAMESPACE, PROJECT_NAMESPACE]) {
    await client.create(Namespace, { metadata: { name } }).catch(ignorePresent)
  }
  if (poolSize === 0) return
  const metadata = { name: DEFAULT_POOL, namespace: ACCOUNT_NAMESPACE }
  await client.create(AwsAccountPool, { metadata, spec: { poolSize } }).catch(ignorePresent)
}

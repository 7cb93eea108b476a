import { setMaxListeners } from 'node:events'
import { awsAccountKinds, gcpProjectKinds, hiveKinds } from '@skep/api'
import type { ApiServer } from '@skep/apiserver'
import { realClock } from '@skep/base'
import { createClient, inProcessTransport, installKinds } from '@skep/client'
import { startAccountOperators } from '@skep/operator-accounts'
import { type HiveEngine, type HiveSimulatorOptions, startHive } from '@skep/operator-hive'
import { createTenantClusters } from '@skep/sim'
import type { OperatorServices, RunningOperators } from './operators.ts'

/** Which Hive, and whether account operators are beside it. */
export interface HiveChoice {
  readonly engine: HiveEngine
  readonly credentials?: HiveSimulatorOptions['credentials']
  readonly hive: boolean
  readonly accounts: boolean
}

/** Makes a server serve the kinds of Hive and of the account operators. */
export async function serveHiveKinds(server: ApiServer): Promise<void> {
  const client = createClient({ transport: inProcessTransport(server), userAgent: 'skep' })
  const kinds = [...hiveKinds, ...awsAccountKinds, ...gcpProjectKinds]
  const { signal } = new AbortController()
  // Every kind is applied at once, and each listens to it.
  setMaxListeners(0, signal)
  await installKinds(client, kinds, { signal, clock: realClock }).finally(() => client.close())
}

/** Hive, and beside the engine that leaves claims to others, those others. */
export async function startHiveOperators(
  { server, ...services }: OperatorServices & { readonly server: ApiServer },
  { engine, credentials, hive: withHive, accounts: withAccounts }: HiveChoice,
): Promise<RunningOperators> {
  const { clock, log } = services
  const tenants = createTenantClusters({ server, clock, log })
  const dependencies = { ...services, tenants }
  const simulator = credentials === undefined ? {} : { credentials }
  const hive = withHive ? await startHive({ ...dependencies, engine, simulator }) : undefined
  const hasOwnClaims = engine === 'simulator' && hive !== undefined
  const accounts = withAccounts && !hasOwnClaims ? await startAccountOperators(dependencies) : undefined
  return {
    resources: () => ({ ...hive?.resources(), ...accounts?.resources() }),
    stop: async () => {
      await Promise.all([hive?.stop(), accounts?.stop()])
    },
  }
}

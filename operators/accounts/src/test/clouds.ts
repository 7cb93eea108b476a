import { setMaxListeners } from 'node:events'
import { AccountClaim, AwsAccount, awsAccountKinds, gcpProjectKinds, ProjectClaim, ProjectReference } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport, installKinds, type Stored } from '@skep/client'
import { type BehaviourKind, type Behaviours, createBehaviours, createSimulationClock, type Speed } from '@skep/sim'
import { onTestFinished } from 'vitest'
import { type AccountOperatorsOptions, startAccountOperators } from '../operators.ts'
import { readSecret } from '../secrets.ts'

/** A cluster with both account operators, in virtual time. Accounts take six seconds, projects four. */
export interface TestClouds {
  readonly client: Client
  readonly clock: VirtualClock
  readonly behaviours: Behaviours
  /** Stops the operators, lets time pass, and starts others. */
  restart(awayMs: number): Promise<void>
  claimAccount(name: string, spec?: Partial<AccountClaim['spec']>, annotations?: Record<string, string>): Promise<void>
  claimProject(name: string, spec?: Partial<ProjectClaim['spec']>, annotations?: Record<string, string>): Promise<void>
  accountClaim(name: string): Promise<Stored<AccountClaim> | undefined>
  projectClaim(name: string): Promise<Stored<ProjectClaim> | undefined>
  projectReference(claim: string): Promise<Stored<ProjectReference> | undefined>
  accounts(): Promise<Stored<AwsAccount>[]>
  secret(name: string, namespace?: string): Promise<Record<string, string> | undefined>
}

const namespace = 'default'

const kind = (name: string, section: string, durations: number[]): BehaviourKind => ({
  kind: name,
  section,
  plural: `${section}s`,
  defaults: {
    defaultDelaySeconds: 0,
    states: durations.map((durationSeconds, index) => ({ name: `S${index}`, durationSeconds, conditions: [] })),
    failureScenarios: [],
    settings: {},
  },
})

/** Starts both; with a speed, they live in a time of their own, which is an hour ahead of the test's to begin with. */
export async function startClouds(options: AccountOperatorsOptions & { speed?: Speed } = {}): Promise<TestClouds> {
  const clock = new VirtualClock()
  const { speed } = options
  const startAt = clock.now() + 3_600_000
  const operatorClock = speed === undefined ? clock : createSimulationClock({ base: clock, speed, startAt })
  const server = await startApiServer({ clock, random: createRandom('server') })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  await installKinds(client, [...awsAccountKinds, ...gcpProjectKinds], { clock, signal })
  const kinds = [kind('AccountClaim', 'accountClaim', [6, 0]), kind('ProjectClaim', 'projectClaim', [1, 3, 0])]
  const behaviours = createBehaviours({ kinds, clock: operatorClock })
  const parts = { client, behaviours, clock: operatorClock }
  const start = () => startAccountOperators({ ...parts, random: createRandom(7) }, options)
  let operators = await start()
  onTestFinished(async () => {
    await operators.stop()
    client.close()
    await server.close()
  })
  await clock.settle()
  return {
    client,
    clock,
    behaviours,
    restart: async (awayMs) => {
      await operators.stop()
      await clock.advance(awayMs)
      operators = await start()
      await clock.settle()
    },
    claimAccount: async (name, spec = {}, annotations = {}) => {
      await client.create(AccountClaim, {
        metadata: { namespace, name, annotations },
        spec: {
          legalEntity: { id: 'e1', name: 'entity one' },
          awsCredentialSecret: { name: `${name}-aws`, namespace },
          aws: { regions: [{ name: 'us-east-1' }] },
          accountLink: '',
          ...spec,
        },
      })
      await clock.settle()
    },
    claimProject: async (name, spec = {}, annotations = {}) => {
      await client.create(ProjectClaim, {
        metadata: { namespace, name, annotations },
        spec: {
          legalEntity: { id: 'e1', name: 'entity one' },
          gcpCredentialSecret: { name: `${name}-gcp`, namespace },
          region: 'us-east1',
          ...spec,
        },
      })
      await clock.settle()
    },
    accountClaim: (name) => client.get(AccountClaim, { namespace, name }),
    projectClaim: (name) => client.get(ProjectClaim, { namespace, name }),
    projectReference: (claim) =>
      client.get(ProjectReference, { namespace: 'gcp-project-operator', name: `default-${claim}` }),
    accounts: async () => (await client.list(AwsAccount)).items,
    secret: (name, where = namespace) => readSecret(client, { namespace: where, name }),
  }
}

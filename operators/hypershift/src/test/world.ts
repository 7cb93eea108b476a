import { HostedCluster, Namespace, Secret } from '@skep/api'
import { createRandom, silentLogger } from '@skep/base'
import type { Stored } from '@skep/client'
import type { Speed } from '@skep/sim'
import { onTestFinished } from 'vitest'
import type { HypershiftOptions, RunningHypershift } from '../contracts.ts'
import { hostedClusterSpec, NAMESPACE, type PlatformName } from '../hosted-cluster/test/samples.ts'
import { startHypershift } from '../start.ts'
import { conditionsOf, type Management, startManagement, startNodes } from './management.ts'

/** A management cluster with the whole operator on it, whose time is the test's. */
export interface HypershiftWorld extends Management {
  /** Starts the operator; it is stopped after the test, or by its own `stop`. */
  start(): Promise<RunningHypershift>
  /** Orders a hosted cluster, with the pull secret that it needs. */
  order(name: string, platform: PlatformName, spec?: object): Promise<void>
  hostedCluster(name?: string): Promise<Stored<HostedCluster> | undefined>
  /** `status/reason` of a condition. */
  condition(type: string, name?: string): Promise<string | undefined>
}

/** Starts one; it is gone after the test. Control planes have no pods unless they are to have. */
export async function startHypershiftWorld({
  controlPlanePods = false,
  admission = false,
  speed,
}: Pick<HypershiftOptions, 'controlPlanePods' | 'admission'> & {
  /** Lets the operator live in a time of its own, which is an hour ahead of the server's to begin with. */
  speed?: Speed
} = {}): Promise<HypershiftWorld> {
  const management = await startManagement({ speed })
  const { client, clock, behaviours, apis, serverClock } = management
  if (controlPlanePods) await startNodes(client, clock)
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  const read = (name = 'demo') => client.get(HostedCluster, { namespace: NAMESPACE, name })
  let starts = 0
  return {
    ...management,
    start: async () => {
      const random = createRandom(`start ${starts++}`)
      const dependencies = { client, behaviours, apis, clock, random, log: silentLogger }
      const hypershift = await startHypershift(dependencies, { controlPlanePods, admission })
      onTestFinished(() => hypershift.stop())
      await serverClock.settle()
      return hypershift
    },
    order: async (name, platform, spec) => {
      const pullSecret = `${name}-pull`
      await client.create(Secret, {
        metadata: { namespace: NAMESPACE, name: pullSecret },
        stringData: { '.dockerconfigjson': '{"auths":{}}' },
      })
      await client.create(HostedCluster, {
        metadata: { namespace: NAMESPACE, name },
        spec: hostedClusterSpec(platform, { pullSecret: { name: pullSecret }, ...spec }),
      })
    },
    hostedCluster: read,
    condition: (type, name) => conditionsOf(() => read(name)).condition(type),
  }
}

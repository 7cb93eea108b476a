import { HiveConfig } from '@skep/api'
import type { Reconciler } from '@skep/controller'
import { setHiveCondition } from '../../conditions.ts'
import type { HiveParts } from '../parts.ts'
import { HIVE_CONFIG_NAME } from './settings.ts'

/** Says of the HiveConfig that it is followed; of any other than the one that counts, that it is not. */
export const hiveConfigReconciler =
  ({ client }: HiveParts): Reconciler =>
  async (ctx, { name }) => {
    const config = await client.get(HiveConfig, { name })
    if (!config || config.metadata.deletionTimestamp !== undefined) return {}
    const counts = name === HIVE_CONFIG_NAME
    const before = structuredClone(config)
    const status = (config.status ??= {})
    status.observedGeneration = config.metadata.generation ?? 0
    status.configApplied = counts
    setHiveCondition(
      (status.conditions ??= []),
      counts
        ? { type: 'Ready', status: 'True', reason: 'DeploymentSuccess', message: 'Hive is deployed successfully' }
        : {
            type: 'Ready',
            status: 'False',
            reason: 'ErrorNotSingleton',
            message: `Only the HiveConfig named ${HIVE_CONFIG_NAME} is followed`,
          },
      ctx.clock.now(),
    )
    await client.patchStatus(HiveConfig, before, config, { ifUnchanged: true })
    return {}
  }

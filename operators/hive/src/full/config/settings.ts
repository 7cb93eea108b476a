import { HiveConfig } from '@skep/api'
import type { Manager } from '@skep/controller'

/** The HiveConfig that counts is called so. */
export const HIVE_CONFIG_NAME = 'hive'

/** Where Hive itself lives unless the HiveConfig says otherwise. */
const DEFAULT_NAMESPACE = 'hive'

/** What the administrator of Hive decided. */
export interface HiveSettings {
  /** The spec of the HiveConfig, or an empty one while there is none. */
  current(): HiveConfig['spec']
  /** Where secrets and ConfigMaps of Hive itself are. */
  namespace(): string
  /** Resolves when it is known whether there is a HiveConfig. */
  waitForSync(signal: AbortSignal): Promise<void>
}

/** Settings that follow the HiveConfig. */
export function followSettings(manager: Manager): HiveSettings {
  const configs = manager.informersOf().of(HiveConfig)
  const current = () => configs.get({ name: HIVE_CONFIG_NAME })?.spec ?? {}
  return {
    current,
    namespace: () => current().targetNamespace || DEFAULT_NAMESPACE,
    waitForSync: (signal) => configs.waitForSync(signal),
  }
}

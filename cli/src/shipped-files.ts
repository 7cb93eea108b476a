import { fileURLToPath } from 'node:url'

/** How things behave unless the user says otherwise, with comments for those who want to. */
export const SHIPPED_SIMULATION_CONFIG = fileURLToPath(new URL('../../config/hive-simulator.yaml', import.meta.url))

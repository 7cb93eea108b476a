import { fileURLToPath } from 'node:url'

/** How things behave unless the user says otherwise, with comments for those who want to. */
export const SHIPPED_CONFIG = fileURLToPath(new URL('../../config/skep.yaml', import.meta.url))

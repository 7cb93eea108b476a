import type { Platform } from './platform.ts'

/** Nodes that somebody else brings. */
export const nonePlatform: Platform = {
  ensureCredentials: async () => {},
  ensureInfrastructure: async () => undefined,
}

import type { AdmissionOperation, AdmissionPlugin, AdmissionRequest } from '../contracts.ts'

/** The plug-ins that every write passes: first all that may change the object, then all that may refuse it. */
export interface AdmissionChain {
  /** Whether any plug-in may look at such a write; callers skip building the request otherwise. */
  readonly empty: boolean
  mutate(request: AdmissionRequest): Promise<void>
  validate(request: AdmissionRequest): Promise<void>
}

export function createAdmissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  const mutating = plugins.filter(({ mutate }) => mutate)
  const validating = plugins.filter(({ validate }) => validate)
  return {
    empty: plugins.length === 0,
    mutate: async (request) => {
      for (const plugin of mutating) if (plugin.handles(request)) await plugin.mutate?.(request)
    },
    validate: async (request) => {
      for (const plugin of validating) if (plugin.handles(request)) await plugin.validate?.(request)
    },
  }
}

/** The options kind of an operation, as admission reviews carry it. */
export const OPTIONS_KIND: Partial<Record<AdmissionOperation, string>> = {
  CREATE: 'CreateOptions',
  UPDATE: 'UpdateOptions',
  DELETE: 'DeleteOptions',
}

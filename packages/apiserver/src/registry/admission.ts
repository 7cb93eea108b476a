import type { AdmissionOperation, AdmissionPlugin, AdmissionRequest } from '../contracts.ts'

/** The plug-ins that every write passes: first all that may change the object, then all that may refuse it. */
export interface AdmissionChain {
  /** Whether any plug-in may change the object of this write. */
  mayChange(request: AdmissionRequest): boolean
  mutate(request: AdmissionRequest): Promise<void> | void
  validate(request: AdmissionRequest): Promise<void> | void
}

type Step = 'mutate' | 'validate'

export function createAdmissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  const mutating = plugins.filter(({ mutate }) => mutate)
  const validating = plugins.filter(({ validate }) => validate)
  return {
    mayChange: (request) => mutating.some((plugin) => plugin.handles(request)),
    mutate: (request) => runFrom(0, mutating, 'mutate', request),
    validate: (request) => runFrom(0, validating, 'validate', request),
  }
}

/** Lets the plug-ins do their step, one after the other. Most writes meet none that has to wait for something. */
function runFrom(
  start: number,
  plugins: readonly AdmissionPlugin[],
  step: Step,
  request: AdmissionRequest,
): Promise<void> | void {
  for (let index = start; index < plugins.length; index++) {
    const plugin = plugins[index]!
    const waiting = plugin.handles(request) ? plugin[step]?.(request) : undefined
    if (waiting) return waiting.then(() => runFrom(index + 1, plugins, step, request))
  }
}

/** The options kind of an operation, as admission reviews carry it. */
export const OPTIONS_KIND: Partial<Record<AdmissionOperation, string>> = {
  CREATE: 'CreateOptions',
  UPDATE: 'UpdateOptions',
  DELETE: 'DeleteOptions',
}

import type { Pod, PriorityClass } from '@skep/api'
import type { AdmissionPlugin, AdmissionRequest } from '../contracts.ts'
import { forbidden } from '../registry/errors.ts'
import { createsPod, podOf } from './pods.ts'

const PRIORITY_CLASSES = { group: 'scheduling.k8s.io', resource: 'priorityclasses' }

/** Resolves a pod's priority class to the number the scheduler compares. */
export const priority: AdmissionPlugin = {
  name: 'Priority',
  handles: (request) => createsPod(request) || createsDefaultClass(request),
  mutate: (request) => {
    if (createsPod(request)) resolvePriority(request, podOf(request))
  },
  validate: (request) => {
    if (createsDefaultClass(request)) refuseSecondDefault(request)
  },
}

function resolvePriority(request: AdmissionRequest, { spec }: Pod): void {
  if (!spec) return
  const found = spec.priorityClassName ? namedClass(request, spec.priorityClassName) : defaultClass(request)
  const value = found?.value ?? 0
  if (spec.priority !== undefined && spec.priority !== value) {
    const why = `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`
    throw forbidden(request.resource, request.name, why)
  }
  if (found) spec.priorityClassName = found.metadata.name
  spec.priority = value
  spec.preemptionPolicy ??= found?.preemptionPolicy ?? 'PreemptLowerPriority'
}

function namedClass({ cluster, resource, name }: AdmissionRequest, className: string): PriorityClass {
  const found = cluster.objects.get(PRIORITY_CLASSES, '', className) as PriorityClass | undefined
  if (!found) throw forbidden(resource, name, `no PriorityClass with name ${className} was found`)
  return found
}

/** The class for pods that name none: the lowest, should there be several by accident. */
function defaultClass({ cluster }: AdmissionRequest): PriorityClass | undefined {
  const classes = cluster.objects.list(PRIORITY_CLASSES) as PriorityClass[]
  return classes.filter(({ globalDefault }) => globalDefault).sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0]
}

const createsDefaultClass = ({ operation, resource, object }: AdmissionRequest): boolean =>
  resource.resource === 'priorityclasses' &&
  (operation === 'CREATE' || operation === 'UPDATE') &&
  (object as PriorityClass | undefined)?.globalDefault === true

function refuseSecondDefault(request: AdmissionRequest): void {
  const existing = defaultClass(request)
  if (!existing || existing.metadata.name === request.name) return
  const why = `PriorityClass ${existing.metadata.name} is already marked as default. Only one default can exist`
  throw forbidden(request.resource, request.name, why)
}

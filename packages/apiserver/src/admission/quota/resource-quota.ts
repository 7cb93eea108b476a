import type { Pod, ResourceQuota } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { AdmissionPlugin, AdmissionRequest } from '../../contracts.ts'
import { forbidden } from '../../registry/errors.ts'
import { type Amounts, add, isPositive, namesExceeding, pick, show, subtract } from './amounts.ts'
import { inScope, usageOf } from './usage.ts'

const QUOTAS = { group: '', resource: 'resourcequotas' }

/**
 * Counts what is created against the namespace's quotas before it is stored, so that two requests at once cannot both
 * take the last place. Releases are counted by the quota controller, which also repairs what a failed write left.
 */
export const resourceQuota: AdmissionPlugin = {
  name: 'ResourceQuota',
  handles: ({ operation, namespace, subresource, resource }) =>
    namespace !== '' &&
    subresource === '' &&
    (operation === 'CREATE' || (operation === 'UPDATE' && isMetered(resource.resource))),
  validate: (request) => {
    const { object, cluster, namespace } = request
    if (!object) return
    const quotas = cluster.objects.list(QUOTAS, { namespace }) as ResourceQuota[]
    if (quotas.length > 0) return chargeAll(request, object, quotas)
  },
}

async function chargeAll(request: AdmissionRequest, object: KubeObject, quotas: ResourceQuota[]): Promise<void> {
  const { oldObject, resource } = request
  const usage = usageOf(resource, object)
  const delta = oldObject ? subtract(usage, usageOf(resource, oldObject)) : usage
  const affected = quotas.filter((quota) => inScope(quota, resource, object) && constrains(quota, usage, object))
  for (const quota of affected) requireAmounts(request, quota, object, usage)
  for (const quota of affected) await charge(request, quota, delta)
}

/** Updates of these change what they use; of others only the number of objects counts. */
const isMetered = (resource: string): boolean => resource === 'services' || resource === 'persistentvolumeclaims'

function constrains({ status, spec }: ResourceQuota, usage: Amounts, object: KubeObject): boolean {
  const names = Object.keys(status?.hard ?? spec?.hard ?? {})
  return names.some((name) => name in usage || (object.kind === 'Pod' && COMPUTE.test(name)))
}

const COMPUTE = /^(requests|limits)\.|^(cpu|memory|ephemeral-storage)$/

/** A quota on a compute resource only means something when every container says how much of it it wants. */
function requireAmounts(request: AdmissionRequest, quota: ResourceQuota, object: KubeObject, usage: Amounts): void {
  if (object.kind !== 'Pod') return
  const missing = Object.keys(quota.status?.hard ?? quota.spec?.hard ?? {})
    .filter((name) => COMPUTE.test(name) && usage[name] === undefined && 'pods' in usage)
    .sort()
  if (missing.length === 0) return
  const containers = (object as Pod).spec?.containers.map(({ name }) => name).join(',')
  const what = missing.map((name) => `${name} for: ${containers}`).join('; ')
  throw forbidden(request.resource, request.name, `failed quota: ${quota.metadata.name}: must specify ${what}`)
}

/** Adds to the quota's status, or refuses. Another request may be faster: then it is read and tried again. */
async function charge(request: AdmissionRequest, quota: ResourceQuota, delta: Amounts): Promise<void> {
  const { cluster, namespace, dryRun } = request
  const change = (stored: KubeObject): KubeObject | undefined => {
    const current = stored as ResourceQuota
    const hard = current.status?.hard ?? current.spec?.hard ?? {}
    const used = current.status?.used ?? {}
    const requested = pick(delta, Object.keys(hard))
    const total = add(pick(used, Object.keys(hard)), requested)
    refuseExcess(request, current, { hard, used, requested, total })
    if (!Object.values(requested).some((amount) => amount !== '0') || dryRun) return undefined
    return {
      ...current,
      status: { ...current.status, hard, used: { ...used, ...pick(total, Object.keys(requested)) } },
    } as KubeObject
  }
  await cluster.objects.modify(QUOTAS, namespace, quota.metadata.name ?? '', change, { subresource: 'status' })
}

interface Account {
  hard: Amounts
  used: Amounts
  requested: Amounts
  total: Amounts
}

function refuseExcess(
  request: AdmissionRequest,
  quota: ResourceQuota,
  { hard, used, requested, total }: Account,
): void {
  const exceeded = namesExceeding(total, hard).filter((name) => requested[name] && isPositive(requested[name]))
  if (exceeded.length === 0) return
  const why =
    `exceeded quota: ${quota.metadata.name}, requested: ${show(pick(requested, exceeded))}, ` +
    `used: ${show(pick({ ...zeros(exceeded), ...used }, exceeded))}, limited: ${show(pick(hard, exceeded))}`
  throw forbidden(request.resource, request.name, why)
}

const zeros = (names: readonly string[]): Amounts => Object.fromEntries(names.map((name) => [name, '0']))

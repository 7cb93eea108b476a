import { formatSelector, type LabelSelector } from '@skep/api'
import type { Json } from '@skep/schema'
import type { AdmissionRequest, ServedResource } from '../../contracts.ts'
import type { CompiledBinding, CompiledPolicy } from './compile.ts'

/** Parameters to evaluate a policy with, one after the other; an error refuses the request or is ignored. */
export type ParamsOutcome = { params: Json[] } | { error: string }

/** Finds what a binding refers to. Without a paramKind there is nothing to find, and one evaluation. */
export function findParams(policy: CompiledPolicy, binding: CompiledBinding, request: AdmissionRequest): ParamsOutcome {
  const { paramRef } = binding
  if (!policy.paramKind || !paramRef) return { params: [null] }
  const resource = resourceOf(policy.paramKind, request)
  if (!resource) {
    const { kind = '', apiVersion = '' } = policy.paramKind
    return {
      error: `failed to configure policy: failed to find resource referenced by paramKind: '${apiVersion}, Kind=${kind}'`,
    }
  }
  const namespace = resource.namespaced ? (paramRef.namespace ?? request.namespace) : ''
  if (resource.namespaced && namespace === '') {
    return {
      error:
        'failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    }
  }
  const found = lookUp(resource, namespace, paramRef, request)
  if (found.length > 0) return { params: found }
  if (paramRef.parameterNotFoundAction !== 'Deny') return { params: [] }
  return {
    error: 'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
  }
}

function resourceOf(
  { apiVersion = '', kind }: NonNullable<CompiledPolicy['paramKind']>,
  { cluster }: AdmissionRequest,
): ServedResource | undefined {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  for (const resource of cluster.resources()) {
    if (resource.kind === kind && resource.group === group && resource.version === version) return resource
  }
  return undefined
}

function lookUp(
  resource: ServedResource,
  namespace: string,
  { name, selector }: { name?: string | undefined; selector?: LabelSelector | undefined },
  { cluster }: AdmissionRequest,
): Json[] {
  if (name) {
    const found = cluster.objects.get(resource, namespace, name)
    return found ? [found as unknown as Json] : []
  }
  const labelSelector = selector ? formatSelector(selector) : ''
  return cluster.objects.list(resource, { namespace, labelSelector }) as unknown as Json[]
}

import { type FieldError, fieldError, type KubeObject } from '@skep/schema'
import type { ServedResource } from '../../contracts.ts'
import { valueAt } from '../paths.ts'

const MAX_INT32 = 2 ** 31 - 1

/** The number at a simple path; undefined when there is none. */
export function numberAt(object: KubeObject, path: string): number | undefined {
  const value = valueAt(object, path)
  return typeof value === 'number' ? value : undefined
}

/** What is wrong with the replicas of a custom resource, whoever writes them. */
export function validateReplicas({ scale }: ServedResource, object: KubeObject): FieldError[] {
  if (!scale) return []
  return [scale.specReplicasPath, scale.statusReplicasPath].flatMap((path) => {
    const replicas = numberAt(object, path)
    if (replicas === undefined) return []
    if (replicas < 0) return [fieldError.invalid(path, replicas, 'should be a non-negative integer')]
    const tooMany = `should be less than or equal to ${MAX_INT32}`
    return replicas > MAX_INT32 ? [fieldError.invalid(path, replicas, tooMany)] : []
  })
}

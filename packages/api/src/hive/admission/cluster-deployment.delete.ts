import { fieldError } from '@skep/schema'
import type { ClusterDeployment } from '../cluster-deployment.ts'
import { invalidFields, isTrue, type Rejection } from './rejection.ts'

const PROTECTED_DELETE = 'hive.openshift.io/protected-delete'

/** Whether the deletion of a cluster is refused: it is as long as an annotation protects the cluster. */
export function validateClusterDeploymentDelete(stored: ClusterDeployment): Rejection | undefined {
  const value = stored.metadata.annotations?.[PROTECTED_DELETE]
  if (!isTrue(value)) return undefined
  const path = `metadata.annotations.${PROTECTED_DELETE}`
  return invalidFields(stored, [fieldError.invalid(path, value, 'cannot delete while annotation is present')])
}

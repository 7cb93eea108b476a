import { type FieldError, fieldError } from '@skep/schema'
import { validateLabels } from '../../meta/label-selector.ts'
import { validateRequired } from '../../meta/validation.ts'
import { validateKept } from '../../rules/equal.ts'
import type { HiveMachinePool } from '../machine-pool.ts'
import { validateMachinePoolPlatform } from './machine-pool-platform.validate.ts'
import { isTrue } from './rejection.ts'

type Spec = HiveMachinePool['spec']

const OVERRIDE_PLATFORM = 'hive.openshift.io/override-machinepool-platform'
/** Names that the installer uses for pools of its own. */
const RESERVED_NAMES = ['master', 'w']

/** Everything wrong with a pool by itself. */
export const validateMachinePool = (pool: HiveMachinePool): FieldError[] => [
  ...validateName(pool),
  ...validateRequired(
    pool.spec.clusterDeploymentRef.name,
    'spec.clusterDeploymentRef.name',
    'must have reference to clusterdeployment',
  ),
  ...validateRequired(pool.spec.name, 'spec.name', 'must have a name for the remote machine pool'),
  ...validateReplicas(pool.spec),
  ...validateMachinePoolPlatform(pool.spec.platform, 'spec.platform'),
  ...validateAutoscaling(pool.spec),
  ...validateLabels(pool.spec.labels, 'spec.labels'),
]

function validateName({ metadata, spec }: HiveMachinePool): FieldError[] {
  const errors: FieldError[] = []
  const name = metadata.name ?? ''
  if (name !== `${spec.clusterDeploymentRef.name}-${spec.name}`) {
    const detail =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the message itself speaks of variables.
      'name must be ${CD_NAME}-${POOL_NAME}, where ${CD_NAME} is the name of the clusterdeployment and ${POOL_NAME} is the name of the remote machine pool'
    errors.push(fieldError.invalid('metadata.name', name, detail))
  }
  if (RESERVED_NAMES.includes(spec.name)) {
    errors.push(fieldError.invalid('spec.name', spec.name, `pool name cannot be "${spec.name}"`))
  }
  return errors
}

function validateReplicas({ replicas, autoscaling }: Spec): FieldError[] {
  if (replicas === undefined) return []
  const path = 'spec.replicas'
  const errors: FieldError[] = []
  if (autoscaling) {
    errors.push(fieldError.invalid(path, replicas, 'replicas must not be specified when autoscaling is specified'))
  }
  if (replicas < 0) errors.push(fieldError.invalid(path, replicas, 'replicas count must not be negative'))
  return errors
}

function validateAutoscaling({ autoscaling, platform }: Spec): FieldError[] {
  if (!autoscaling) return []
  const { minReplicas, maxReplicas } = autoscaling
  const path = 'spec.autoscaling.minReplicas'
  const errors: FieldError[] = []
  const { aws, azure, gcp, openstack, vsphere } = platform
  const mayBeEmpty = aws ?? azure ?? gcp ?? openstack ?? vsphere
  if (!mayBeEmpty && minReplicas < 1) {
    errors.push(fieldError.invalid(path, minReplicas, 'minimum replicas must be at least 1'))
  }
  if (minReplicas > maxReplicas) {
    errors.push(fieldError.invalid(path, minReplicas, 'minimum replicas must not be greater than maximum replicas'))
  }
  return errors
}

/** Everything wrong with a change of a pool. */
export const validateMachinePoolUpdate = (pool: HiveMachinePool, { spec: stored }: HiveMachinePool): FieldError[] => [
  ...validateMachinePool(pool),
  ...validateKept(pool.spec.clusterDeploymentRef, stored.clusterDeploymentRef, 'spec.clusterDeploymentRef'),
  ...validateKept(pool.spec.name, stored.name, 'spec.name'),
  ...(isTrue(pool.metadata.annotations?.[OVERRIDE_PLATFORM])
    ? []
    : validateKept(pool.spec.platform, stored.platform, 'spec.platform')),
]

import { type FieldError, fieldError } from '@skep/schema'
import { validateOneOf, validateRequired } from '../../meta/validation.ts'
import { validateKept } from '../../rules/equal.ts'
import type { ClusterProvision } from '../cluster-provision.ts'

type Spec = ClusterProvision['spec']

/** From each stage, where an attempt may go. What is complete or failed stays so. */
const NEXT_STAGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['initializing', ['provisioning', 'failed']],
  ['provisioning', ['complete', 'failed']],
  ['complete', []],
  ['failed', []],
])
const STAGES = [...NEXT_STAGES.keys()]

/** Everything wrong with an attempt by itself. */
export const validateClusterProvision = ({ spec }: ClusterProvision): FieldError[] => [
  ...validateRequired(
    spec.clusterDeploymentRef.name,
    'spec.clusterDeploymentRef.name',
    'must have reference to clusterdeployment',
  ),
  ...(spec.attempt < 0
    ? [fieldError.invalid('spec.attempt', spec.attempt, 'attempt number must not be negative')]
    : []),
  ...validateOneOf(spec.stage, 'spec.stage', STAGES),
  ...(hasContainers(spec) ? [] : validatePreinstalled(spec)),
  ...validateOutcome(spec),
  ...validateNotEmpty(spec),
]

const hasContainers = ({ podSpec }: Spec): boolean => {
  const containers = podSpec['containers']
  return Array.isArray(containers) && containers.length > 0
}

/** An attempt without installer describes a cluster that was there before. */
function validatePreinstalled({ attempt, stage, prevClusterID, prevInfraID }: Spec): FieldError[] {
  const errors: FieldError[] = []
  if (attempt !== 0) {
    const detail = 'attempt number must not be set for pre-installed cluster'
    errors.push(fieldError.invalid('spec.attempt', attempt, detail))
  }
  if (stage !== 'complete') {
    errors.push(fieldError.invalid('spec.stage', stage, 'stage must be complete for pre-installed cluster'))
  }
  if (prevClusterID !== undefined) {
    const detail = 'previous cluster ID must not be set for pre-installed cluster'
    errors.push(fieldError.invalid('spec.prevClusterID', prevClusterID, detail))
  }
  if (prevInfraID !== undefined) {
    const detail = 'previous infra ID must not be set for pre-installed cluster'
    errors.push(fieldError.invalid('spec.prevInfraID', prevInfraID, detail))
  }
  return errors
}

function validateOutcome({ stage, infraID, adminKubeconfigSecretRef, adminPasswordSecretRef }: Spec): FieldError[] {
  const errors: FieldError[] = []
  if ((stage === 'provisioning' || stage === 'complete') && infraID === undefined) {
    errors.push(fieldError.required('spec.infraID', 'infra ID must be set for provisioning or complete cluster'))
  }
  if (stage !== 'complete') return errors
  if (!adminKubeconfigSecretRef) {
    // Hive itself spells this path so, here and below.
    const detail = 'admin kubeconfig secret must be set for complete cluster'
    errors.push(fieldError.required('spec.adminKubeConfigSecretRef', detail))
  }
  if (!adminPasswordSecretRef) {
    const detail = 'admin password secret must be set for complete cluster'
    errors.push(fieldError.required('spec.adminPasswordSecretRef', detail))
  }
  return errors
}

const notEmpty = (value: string | undefined, path: string, detail: string): FieldError[] =>
  value === '' ? [fieldError.invalid(path, value, detail)] : []

const validateNotEmpty = (spec: Spec): FieldError[] => [
  ...notEmpty(spec.clusterID, 'spec.clusterID', 'cluster ID must not be an empty string'),
  ...notEmpty(spec.infraID, 'spec.infraID', 'infra ID must not be an empty string'),
  ...notEmpty(
    spec.adminKubeconfigSecretRef?.name,
    'spec.adminKubeConfigSecretRef.name',
    'admin kubeconfig secret must have a non-empty name',
  ),
  ...notEmpty(
    spec.adminPasswordSecretRef?.name,
    'spec.adminPasswordSecretRef.name',
    'admin password secret must have a non-empty name',
  ),
  ...notEmpty(spec.prevClusterID, 'spec.prevClusterID', 'previous cluster ID must not be an empty string'),
  ...notEmpty(spec.prevInfraID, 'spec.prevInfraID', 'previous infra ID must not be an empty string'),
]

/** Everything wrong with a change of an attempt. */
export const validateClusterProvisionUpdate = (
  provision: ClusterProvision,
  { spec: stored }: ClusterProvision,
): FieldError[] => [
  ...validateClusterProvision(provision),
  ...validateKept(
    provision.spec.clusterDeploymentRef.name,
    stored.clusterDeploymentRef.name,
    'spec.clusterDeploymentRef.name',
  ),
  ...validateKept(provision.spec.podSpec, stored.podSpec, 'spec.podSpec'),
  ...validateKept(provision.spec.attempt, stored.attempt, 'spec.attempt'),
  ...validateTransition(stored.stage, provision.spec.stage),
  ...WRITTEN_ONCE.flatMap((field) =>
    stored[field] === undefined ? [] : validateKept(provision.spec[field], stored[field], `spec.${field}`),
  ),
  ...validateKept(provision.spec.prevClusterID, stored.prevClusterID, 'spec.prevClusterID'),
  ...validateKept(provision.spec.prevInfraID, stored.prevInfraID, 'spec.prevInfraID'),
]

const WRITTEN_ONCE = ['clusterID', 'infraID', 'adminKubeconfigSecretRef', 'adminPasswordSecretRef'] as const

function validateTransition(from: string, to: string): FieldError[] {
  const next = NEXT_STAGES.get(from) ?? []
  // While an attempt is under way, a stage that there is not is refused for that alone.
  const isAllowed = from === to || next.includes(to) || (next.length > 0 && !STAGES.includes(to))
  return isAllowed ? [] : [fieldError.invalid('spec.stage', to, `cannot transition from ${from} to ${to}`)]
}

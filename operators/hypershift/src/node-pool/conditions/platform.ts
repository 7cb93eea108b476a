import type { KubevirtMachine } from '@skep/api'
import { findCondition } from '@skep/controller'
import { parseReleaseVersion } from '../../releases/index.ts'
import { awsImage, kubevirtImage } from '../capi/images.ts'
import { tagConflicts } from '../capi/templates/aws-tags.ts'
import { TEMPLATE_KINDS } from '../platforms.ts'
import { known, type PoolScope, type PoolStep, refuse, retract, state } from '../scope.ts'
import { aggregateProblems, type MachineProblem } from './aggregate.ts'

/** The first minor version 4 whose provider for AWS knows reservations. */
const RESERVATIONS_SINCE = 19

const CONFIG = 'ValidPlatformConfig'

/** Refuses machines that nobody here can make, or that could not join: waiting for anything else would be in vain. */
export const checkPlatformType: PoolStep = (ctx, scope) => {
  const problem = typeProblem(scope)
  return problem && refuse(ctx, scope, { type: CONFIG, status: 'False', ...problem })
}

function typeProblem({ pool, hostedCluster: { metadata, spec } }: PoolScope): Problem | undefined {
  const { type } = pool.spec.platform
  // Whoever brings the machines can bring them to any cluster.
  if (type === 'None') return undefined
  const { reason } = INVALID
  if (!TEMPLATE_KINDS.has(type)) return { reason, message: `unsupported platform type: ${type}` }
  if (type === 'AWS' && !(spec.platform.aws && pool.spec.platform.aws)) {
    const message = 'the HostedCluster for this NodePool has no .Spec.Platform.AWS, this is unsupported'
    return { reason: 'AWSError', message }
  }
  if (type === spec.platform.type) return undefined
  const message = `platform type ${type} is not that of HostedCluster ${metadata.name}, which is ${spec.platform.type}`
  return { reason, message }
}

interface Problem {
  readonly reason: string
  readonly message: string
}

/** Says whether the platform can do what the pool asks of it. */
export const checkPlatformConfig: PoolStep = (ctx, scope) => {
  const message = scope.pool.spec.platform.type === 'AWS' ? awsProblem(scope) : undefined
  if (message !== undefined) {
    return void state(ctx, scope, { type: CONFIG, status: 'False', reason: 'AWSError', message })
  }
  state(ctx, scope, { type: CONFIG, status: 'True', reason: 'AsExpected', message: 'All is well' })
}

function awsProblem({ pool, hostedCluster, parts }: PoolScope): string | undefined {
  if (!pool.spec.platform.aws?.placement?.capacityReservation) return undefined
  const text =
    hostedCluster.status?.version?.history?.find(({ completionTime }) => completionTime)?.version ??
    parts.releases.resolve(hostedCluster.spec.release.image)?.version
  const version = parseReleaseVersion(text ?? '')
  const isOld = version !== undefined && version.stream < RESERVATIONS_SINCE
  return isOld ? 'capacityReservation is only supported on 4.19+ clusters' : undefined
}

/** Says whether virtual machines can move to other hosts, once there are any. */
export const stateLiveMigratable: PoolStep = (ctx, scope) => {
  if (scope.pool.spec.platform.type !== 'KubeVirt') return
  const type = 'KubeVirtNodesLiveMigratable'
  const virtual = scope.machines.flatMap(({ spec, metadata: { namespace = '' } }) => {
    const name = spec.infrastructureRef.name ?? ''
    return scope.parts.reads.kubevirtMachines.get({ namespace, name }) ?? []
  })
  if (virtual.length === 0) return
  const problems = virtual.flatMap((machine) => migrationProblem(machine) ?? [])
  if (problems.length === 0) {
    return void state(ctx, scope, { type, status: 'True', reason: 'AsExpected', message: 'All is well' })
  }
  state(ctx, scope, { type, status: 'False', ...aggregateProblems(problems, virtual.length, 'live migratable') })
}

function migrationProblem({ metadata, status }: KubevirtMachine): MachineProblem | undefined {
  const migratable = findCondition(status?.conditions, 'VMLiveMigratable')
  if (migratable?.status !== 'False') return undefined
  return { machine: metadata.name ?? '', reason: migratable.reason, message: migratable.message }
}

/** Says whether there is something to boot, and what else the platform has to say. */
export const checkPlatform: PoolStep = (ctx, scope) => {
  const { type } = scope.pool.spec.platform
  if (type === 'AWS') return checkAws(ctx, scope)
  if (type === 'KubeVirt') return checkKubevirt(ctx, scope)
}

const IMAGE = 'ValidPlatformImage'
const INVALID = { status: 'False', reason: 'ValidationFailed' } as const

const checkKubevirt: PoolStep = (ctx, scope) => {
  const { credentials } = scope.hostedCluster.spec.platform.kubevirt ?? {}
  if (credentials) scope.status.platform = { kubeVirt: { ...scope.status.platform?.kubeVirt, credentials } }
  const message = `Bootstrap KubeVirt Image is ${kubevirtImage(scope.pool, known(scope.release, 'release'))}`
  state(ctx, scope, { type: IMAGE, status: 'True', reason: 'AsExpected', message })
}

const checkAws: PoolStep = (ctx, scope) => {
  const { pool, hostedCluster } = scope
  const aws = pool.spec.platform.aws!
  stateTagConflicts(ctx, scope)
  const image = awsImage(hostedCluster, pool, known(scope.release, 'release'))
  const what = aws.imageType === 'Windows' ? 'Windows AMI' : 'AMI'
  if ('problem' in image) {
    const article = what === 'AMI' ? 'an' : 'a'
    const message = `Couldn't discover ${article} ${what} for release image "${pool.spec.release.image}": ${image.problem}`
    return refuse(ctx, scope, { type: IMAGE, ...INVALID, message })
  }
  // An image that somebody chose cannot be judged.
  if (aws.ami) retract(scope, IMAGE)
  else {
    const message = `Bootstrap ${what} is "${image.id}"`
    state(ctx, scope, { type: IMAGE, status: 'True', reason: 'AsExpected', message })
  }
  return stateSecurityGroup(ctx, scope)
}

const stateTagConflicts: PoolStep = (ctx, scope) => {
  const type = 'AWSResourceTagConflict'
  const keys = tagConflicts(scope.hostedCluster, scope.pool).join(', ')
  if (keys === '') {
    const message = 'No AWS resource tag conflicts detected'
    return void state(ctx, scope, { type, status: 'False', reason: 'NoTagConflict', message })
  }
  const message = `AWS resource tag conflicts detected for keys ${keys}; HostedCluster values preserved (override not allowed)`
  state(ctx, scope, { type, status: 'True', reason: 'TagConflictDetected', message })
}

const stateSecurityGroup: PoolStep = (ctx, scope) => {
  const type = 'AWSSecurityGroupAvailable'
  if (scope.hostedCluster.status?.platform?.aws?.defaultWorkerSecurityGroupID) {
    const message = 'NodePool has a default security group'
    return void state(ctx, scope, { type, status: 'True', reason: 'AsExpected', message })
  }
  const message = 'Waiting for AWS default security group to be created for hosted cluster'
  state(ctx, scope, { type, status: 'False', reason: 'DefaultSGNotReady', message })
  // Machines would be without it for ever. A hosted cluster that does not say it is making one has none.
  const created = findCondition(scope.hostedCluster.status?.conditions, 'AWSDefaultSecurityGroupCreated')
  return created?.status === 'False' ? {} : undefined
}

import type { Deployment, Job, StatefulSet } from '@skep/api'
import type { Stored } from '@skep/client'

/** What is said of one aspect of a component. */
export interface Statement {
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

/** How far the workload of a component is. */
export interface WorkloadState {
  readonly available: Statement
  readonly rollout: Statement
  /** It has just been made, and whoever runs it has yet to say anything. */
  readonly isNew?: boolean
}

const yes = (message: string, reason = 'AsExpected'): Statement => ({ status: 'True', reason, message })
const no = (reason: string, message: string): Statement => ({ status: 'False', reason, message })

/** The state of a component whose workload is not there. */
export function missingWorkload(resource: string, name: string): WorkloadState {
  const statement = no('NotFound', `${resource} "${name}" not found`)
  return { available: statement, rollout: statement }
}

/** How far a Deployment is. */
export function deploymentState({ metadata: { name, generation }, spec, status }: Stored<Deployment>): WorkloadState {
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0, observedGeneration } = status ?? {}
  const wanted = spec?.replicas ?? 1
  const isComplete =
    observedGeneration === generation &&
    updatedReplicas === wanted &&
    replicas === wanted &&
    availableReplicas === wanted
  const waiting = `Waiting for deployment ${name} rollout to finish: ${updatedReplicas} out of ${wanted} new replicas have been updated`
  return {
    available: deploymentAvailability(name, status),
    rollout: isComplete ? yes(`Deployment ${name} successfully rolled out`) : no('WaitingForRolloutComplete', waiting),
  }
}

function deploymentAvailability(name: string, status: Deployment['status']): Statement {
  const condition = status?.conditions?.find(({ type }) => type === 'Available')
  if (!condition) return no('NotFound', `${name} Deployment Available condition not found`)
  if (condition.status === 'True') return yes(`Deployment ${name} is available`)
  return no('WaitingForAvailable', `Deployment ${name} is not available: ${condition.message ?? ''}`)
}

/** How far a StatefulSet is. */
export function statefulSetState({ metadata: { name, generation }, spec, status }: Stored<StatefulSet>): WorkloadState {
  const { availableReplicas = 0, readyReplicas = 0, updatedReplicas = 0, replicas = 0 } = status ?? {}
  const wanted = spec?.replicas ?? 1
  const isComplete =
    status?.observedGeneration === generation &&
    updatedReplicas === wanted &&
    replicas === wanted &&
    availableReplicas === wanted
  const waiting = `Waiting for statefulset ${name} rollout to finish: ${updatedReplicas} out of ${wanted} new replicas have been updated`
  return {
    available:
      wanted === 0 || availableReplicas > 0
        ? yes(`StatefulSet ${name} is available`)
        : no('WaitingForAvailable', `StatefulSet ${name} is not available: ${readyReplicas}/${wanted} replicas ready`),
    rollout: isComplete ? yes(`Statefulset ${name} successfully rolled out`) : no('WaitingForRolloutComplete', waiting),
  }
}

/** How far a Job is: one that runs is there, and one that has succeeded is complete. */
export function jobState({ metadata: { name }, status }: Stored<Job>): WorkloadState {
  const reached = (type: string) => status?.conditions?.find((each) => each.type === type && each.status === 'True')
  if (reached('Complete')) {
    const complete = yes('Job completed successfully', 'JobComplete')
    return { available: complete, rollout: complete }
  }
  const failed = reached('Failed')
  if (failed) {
    const failure = no(failed.reason || 'JobFailed', failed.message || 'Job failed')
    return { available: failure, rollout: failure }
  }
  const running = 'Job is still running'
  if (status?.active) return { available: yes(running, 'JobActive'), rollout: no('JobActive', running) }
  const waiting = no('WaitingForAvailable', `Job ${name} has not started yet`)
  return { available: waiting, rollout: waiting }
}

/** A CronJob is there as soon as it is known. */
export function cronJobState(name: string): WorkloadState {
  return { available: yes(`CronJob ${name} is available`), rollout: yes(`CronJob ${name} is in place`) }
}

/** A component whose pods are not run, but taken for granted. */
export function simulatedState(name: string, problem?: string): WorkloadState {
  if (problem === undefined) {
    return { available: yes(`${name} is available`), rollout: yes(`${name} successfully rolled out`) }
  }
  return { available: no('WaitingForAvailable', problem), rollout: no('WaitingForRolloutComplete', problem) }
}

import type { ControllerContext, ControllerDefinition } from '../controller.ts'
import { cronJobController } from './cron-job/cron-job.ts'
import { daemonSetController } from './daemon-set/daemon-set.ts'
import { deploymentController } from './deployment/deployment.ts'
import type { WorkloadIndexes } from './indexes.ts'
import { jobController } from './job/job.ts'
import { ttlAfterFinishedController } from './job/ttl-after-finished.ts'
import { replicaSetKind, replicationControllerKind } from './replica-set/replica-kinds.ts'
import { replicaSetController } from './replica-set/replica-set.ts'
import { statefulSetController } from './stateful-set/stateful-set.ts'

/** The controllers that turn workloads into pods. */
export const workloadControllers = (context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition[] => [
  replicaSetController(context, indexes, replicaSetKind(indexes)),
  replicaSetController(context, indexes, replicationControllerKind(indexes)),
  deploymentController(context, indexes),
  statefulSetController(context, indexes),
  daemonSetController(context, indexes),
  jobController(context, indexes),
  ttlAfterFinishedController(context),
  cronJobController(context, indexes),
]

import type { KindRules } from '@skep/schema'
import { defaultPodTemplate } from '../core/pod-spec.defaults.ts'
import { isSame } from '../rules/equal.ts'
import { keepOtherHalf } from '../rules/status.ts'
import { deploymentTable } from './deployment.table.ts'
import type { Deployment, DeploymentStrategy } from './deployment.ts'
import { validateDeploymentSpec, validateDeploymentStatus } from './deployment.validate.ts'
import { warnOfChangedTemplate, warnOfHostName } from './workload.ts'
import { validateSelectorKept } from './workload.validate.ts'

/** What Deployments do beyond their schema. */
export const deploymentRules: KindRules<Deployment> = {
  defaults: ({ spec }) => {
    defaultPodTemplate(spec.template)
    spec.replicas ??= 1
    spec.strategy ??= {}
    defaultStrategy(spec.strategy)
    spec.revisionHistoryLimit ??= 10
    spec.progressDeadlineSeconds ??= 600
  },
  prepareForCreate: (deployment) => {
    deployment.status = {}
  },
  prepareForUpdate: (deployment, stored, context) => {
    keepOtherHalf(deployment, stored, context)
    if (context.subresource === 'status') keepLabels(deployment, stored)
  },
  validate: ({ spec }) => validateDeploymentSpec(spec),
  validateUpdate: (deployment, stored, { subresource }) =>
    subresource === 'status'
      ? validateDeploymentStatus(deployment.status ?? {}, stored.status ?? {})
      : validateSelectorKept(deployment.spec.selector, stored.spec.selector),
  warnings: ({ metadata, spec }, stored) => [
    ...(stored === undefined ? warnOfHostName(metadata.name) : []),
    ...warnOfChangedTemplate(spec.template, 'spec.template', stored?.spec.template),
  ],
  // Annotations count because they are copied to the ReplicaSets.
  raisesGeneration: (deployment, stored) =>
    !isSame(deployment.spec, stored.spec) || !isSame(deployment.metadata.annotations, stored.metadata.annotations),
  cells: deploymentTable.cells,
}

function defaultStrategy(strategy: DeploymentStrategy): void {
  strategy.type ||= 'RollingUpdate'
  if (strategy.type !== 'RollingUpdate') return
  strategy.rollingUpdate ??= {}
  strategy.rollingUpdate.maxUnavailable ??= '25%'
  strategy.rollingUpdate.maxSurge ??= '25%'
}

function keepLabels({ metadata }: Deployment, stored: Deployment): void {
  if (stored.metadata.labels === undefined) delete metadata.labels
  else metadata.labels = stored.metadata.labels
}

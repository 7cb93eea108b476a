import { ClusterDeployment, ClusterImageSet, Job } from '@skep/api'
import { type Ctx, controllerReference } from '@skep/controller'
import { DAY_MS, MINUTE_MS } from '../../durations.ts'
import { ANNOTATIONS, LABELS } from '../../labels.ts'
import { deploymentNames } from '../../naming.ts'
import type { ReleaseImages } from '../installer/infrastructure.ts'
import { ensureJob, finishJob, type JobRequest } from '../jobs.ts'
import { isTrue } from '../platforms.ts'
import { conditionOf, type DeploymentScope, type DeploymentStep, state } from './scope.ts'

const IMAGES_RESOLVED = {
  type: 'InstallImagesNotResolved',
  status: 'False',
  reason: 'ImagesResolved',
  message: 'Images required for cluster deployment installations are resolved',
} as const

/** What stands where no image is needed. */
const NO_IMAGE = '<NONE>'

/** How long finding out may take. */
const RESOLVE_DEADLINE_MS = 3 * MINUTE_MS

/** Says when the release that was asked for is not on offer; its coming brings the deployment back. */
export const findImageSet: DeploymentStep = (ctx, scope) => {
  const name = scope.deployment.spec.provisioning?.imageSetRef?.name
  if (!name) return undefined
  const found = scope.parts.cache.peek(ClusterImageSet, { name })
  const requirement = { type: 'RequirementsMet' } as const
  if (!found) {
    const message = `ClusterImageSet ${name} is not available`
    state(ctx, scope, { ...requirement, status: 'False', reason: 'ClusterImageSetNotFound', message })
    return {}
  }
  if (conditionOf(scope, 'RequirementsMet')?.reason === 'ClusterImageSetNotFound') {
    const message = `ClusterImageSet ${name} is available`
    state(ctx, scope, { ...requirement, status: 'Unknown', reason: 'ClusterImageSetFound', message })
  }
  return undefined
}

/** The images of the release to install: from the deployment itself, or from its image set. */
function releaseImageOf({ parts, deployment }: DeploymentScope): string | undefined {
  const { releaseImage, imageSetRef } = deployment.spec.provisioning ?? {}
  if (releaseImage) return releaseImage
  return imageSetRef && parts.cache.peek(ClusterImageSet, { name: imageSetRef.name })?.spec.releaseImage
}

/** Finds out once which installer and which tools belong to the release. */
export const resolveImages: DeploymentStep = async (ctx, scope) => {
  const { deployment, status } = scope
  if (isTrue(deployment.metadata.annotations, ANNOTATIONS.minimalInstallMode)) return useOverride(ctx, scope)
  if (status.installerImage && status.cliImage) {
    state(ctx, scope, IMAGES_RESOLVED)
    return undefined
  }
  const releaseImage = releaseImageOf(scope)
  if (!releaseImage) {
    tellUnresolved(ctx, scope, 'Neither a release image nor a ClusterImageSet is given')
    return {}
  }
  const images = await runResolveJob(ctx, scope, releaseImage)
  const { installerImageOverride } = deployment.spec.provisioning ?? {}
  Object.assign(status, images, installerImageOverride ? { installerImage: installerImageOverride } : {})
  state(ctx, scope, IMAGES_RESOLVED)
  return undefined
}

const tellUnresolved = (ctx: Ctx, scope: DeploymentScope, message: string) =>
  state(ctx, scope, {
    type: 'InstallImagesNotResolved',
    status: 'True',
    reason: 'JobToResolveImagesFailed',
    message,
  })

/** Lets a Job find out. One that failed makes room for the next, which comes with the next run. */
async function runResolveJob(ctx: Ctx, scope: DeploymentScope, releaseImage: string): Promise<ReleaseImages> {
  const { client, infrastructure } = scope.parts
  const job = await ensureJob(ctx, scope.parts, resolveJobOf(scope, releaseImage))
  try {
    const images = await infrastructure.installer.resolveImages(releaseImage, ctx.signal)
    await finishJob(ctx, client, job, 'Complete')
    return images
  } catch (error) {
    tellUnresolved(ctx, scope, error instanceof Error ? error.message : String(error))
    await client.delete(Job, job.metadata, {
      propagationPolicy: 'Background',
      preconditions: { uid: job.metadata.uid },
    })
    throw error
  }
}

const resolveJobOf = ({ deployment }: DeploymentScope, releaseImage: string): JobRequest => ({
  namespace: deployment.metadata.namespace ?? '',
  name: deploymentNames.imagesetJob(deployment.metadata.name),
  labels: { [LABELS.clusterDeploymentName]: deployment.metadata.name, [LABELS.jobType]: 'imageset' },
  owner: controllerReference(ClusterDeployment, deployment),
  deadlineMs: RESOLVE_DEADLINE_MS,
  keptMs: DAY_MS,
  podSpec: {
    restartPolicy: 'Never',
    containers: [{ name: 'release', image: releaseImage, command: ['cat', '/release-manifests/image-references'] }],
  },
})

const useOverride: DeploymentStep = (ctx, scope) => {
  const installerImage = scope.deployment.spec.provisioning?.installerImageOverride
  if (!installerImage) {
    state(ctx, scope, {
      type: 'InstallImagesNotResolved',
      status: 'True',
      reason: 'MinimalInstallModeWithoutImageOverride',
      message: `Annotation ${ANNOTATIONS.minimalInstallMode} needs spec.provisioning.installerImageOverride`,
    })
    return {}
  }
  Object.assign(scope.status, { installerImage, cliImage: NO_IMAGE })
  state(ctx, scope, IMAGES_RESOLVED)
  return undefined
}

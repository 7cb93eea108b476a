import { ClusterImageSet } from '@skep/api'
import { ANNOTATIONS } from '../../labels.ts'
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
async function releaseImageOf({ parts, deployment }: DeploymentScope): Promise<string | undefined> {
  const { releaseImage, imageSetRef } = deployment.spec.provisioning ?? {}
  if (releaseImage) return releaseImage
  const set = imageSetRef && (await parts.client.get(ClusterImageSet, { name: imageSetRef.name }))
  return set?.spec.releaseImage
}

/** Finds out once which installer and which tools belong to the release. */
export const resolveImages: DeploymentStep = async (ctx, scope) => {
  const { deployment, status } = scope
  if (isTrue(deployment.metadata.annotations, ANNOTATIONS.minimalInstallMode)) return useOverride(ctx, scope)
  if (status.installerImage && status.cliImage) {
    state(ctx, scope, IMAGES_RESOLVED)
    return undefined
  }
  const releaseImage = await releaseImageOf(scope)
  if (!releaseImage) {
    const message = 'Neither a release image nor a ClusterImageSet is given'
    const type = 'InstallImagesNotResolved'
    state(ctx, scope, { type, status: 'True', reason: 'JobToResolveImagesFailed', message })
    return {}
  }
  const images = await scope.parts.infrastructure.installer.resolveImages(releaseImage, ctx.signal)
  const { installerImageOverride } = deployment.spec.provisioning ?? {}
  Object.assign(status, images, installerImageOverride ? { installerImage: installerImageOverride } : {})
  state(ctx, scope, IMAGES_RESOLVED)
  return undefined
}

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

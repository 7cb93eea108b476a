import { ConfigMap, Deployment } from '@skep/api'
import { controllerReference, type Phase } from '@skep/controller'
import type { Scope } from './website.reconciler.ts'
import { Website } from './website.ts'

/** Puts the page into a ConfigMap. */
export const applyPage: Phase<Scope> = async (_ctx, { hubClient, website }) => {
  await hubClient.apply(ConfigMap, { metadata: ownedMetadata(website), data: { 'index.html': website.spec.html } })
  return {}
}

/** Runs servers that show it. */
export const applyDeployment: Phase<Scope> = async (_ctx, { hubClient, website }) => {
  const { name } = website.metadata
  const labels = { website: name }
  const container = {
    name: 'server',
    image: 'nginx',
    volumeMounts: [{ name: 'page', mountPath: '/usr/share/nginx/html' }],
  }
  await hubClient.apply(Deployment, {
    metadata: ownedMetadata(website),
    spec: {
      replicas: website.spec.replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [container], volumes: [{ name: 'page', configMap: { name } }] },
      },
    },
  })
  return {}
}

/** Looks at how the servers are doing. A change of the Deployment brings the Website back, so there is no polling. */
export const readDeployment: Phase<Scope> = async (_ctx, scope) => {
  scope.deployment = await scope.hubClient.get(Deployment, scope.website.metadata)
  return {}
}

/** Takes the servers down, and is finished when they are seen to be gone. */
export const removeDeployment: Phase<Scope> = async (ctx, scope) => {
  const { hubClient, website, deployment } = scope
  if (!deployment) {
    scope.finished = true
    return {}
  }
  if (deployment.metadata.deletionTimestamp === undefined) {
    ctx.events.record(website, { type: 'Normal', reason: 'Removing', message: 'Taking the servers down' })
    await hubClient.delete(Deployment, deployment.metadata, { propagationPolicy: 'Foreground' })
  }
  return { requeueAfterMs: 5_000 }
}

const ownedMetadata = (website: Parameters<typeof controllerReference<Website>>[1]) => ({
  namespace: website.metadata.namespace,
  name: website.metadata.name,
  ownerReferences: [controllerReference(Website, website)],
})

import { Secret } from '@skep/api'
import { LABELS } from '../../labels.ts'
import { SecretMetadata } from '../secrets.ts'
import type { DeploymentScope } from './scope.ts'

/** Makes the secrets of a cluster's administrator go with the order, also those that came with an adopted cluster. */
export async function ownAdminSecrets({ parts, deployment }: DeploymentScope): Promise<void> {
  const { namespace, name: deploymentName, uid } = deployment.metadata
  const { adminKubeconfigSecretRef, adminPasswordSecretRef } = deployment.spec.clusterMetadata ?? {}
  for (const ref of [adminKubeconfigSecretRef, adminPasswordSecretRef]) {
    const secret = ref?.name ? parts.cache.peek(SecretMetadata, { namespace, name: ref.name }) : undefined
    if (!secret || secret.metadata.ownerReferences?.some((owner) => owner.uid === uid)) continue
    const owner = { apiVersion: deployment.apiVersion, kind: deployment.kind, name: deploymentName, uid }
    const metadata = {
      resourceVersion: secret.metadata.resourceVersion,
      labels: { [LABELS.clusterDeploymentName]: deploymentName },
      ownerReferences: [...(secret.metadata.ownerReferences ?? []), owner],
    }
    await parts.client.patch(Secret, secret.metadata, { type: 'merge', body: { metadata } })
  }
}

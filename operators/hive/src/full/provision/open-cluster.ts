import { type ClusterDeployment, ClusterProvision, Secret } from '@skep/api'
import { createRandom, uid } from '@skep/base'
import type { OwnerReference } from '@skep/schema'
import { ANNOTATIONS, LABELS } from '../../labels.ts'
import { newInfraId, provisionNames } from '../../naming.ts'
import { effectiveInstallConfig } from '../deployment/install-config.ts'
import type { ClusterIdentity, InstallAttempt } from '../installer/infrastructure.ts'
import type { HiveParts } from '../parts.ts'
import { isTrue, platformOf, regionOf } from '../platforms.ts'
import type { Provision } from './stages.ts'

/**
 * Gives the cluster its ids and its administrator a way in, and says so in the attempt. Everything has a name that the
 * attempt determines, so a run after a crash finds what the one before has made.
 */
export async function openCluster(parts: HiveParts, attempt: InstallAttempt, installLog: string): Promise<void> {
  const { deployment, provision } = attempt
  const { prevClusterID } = provision.spec
  if (prevClusterID) await parts.infrastructure.installer.discard(prevClusterID)
  const identity = identityOf(attempt)
  await ensureAdminSecrets(parts, attempt, identity)
  const spec = {
    ...identity,
    installLog,
    metadataJSON: Buffer.from(JSON.stringify(metadataOf(deployment, identity))).toString('base64'),
    adminKubeconfigSecretRef: { name: provisionNames.adminKubeconfig(provision.metadata.name) },
    adminPasswordSecretRef: { name: provisionNames.adminPassword(provision.metadata.name) },
  }
  await parts.client.patch(ClusterProvision, provision.metadata, { type: 'merge', body: { spec } })
}

/** The ids of a cluster. Chance comes from the uid of the attempt, so that they are the same when asked again. */
export function identityOf({ deployment, provision }: InstallAttempt): ClusterIdentity {
  const random = createRandom(provision.metadata.uid)
  if (isTrue(deployment.metadata.annotations, ANNOTATIONS.fakeCluster)) {
    const id = `fake-cluster-${uid(random)}`
    return { infraID: id, clusterID: id }
  }
  return { infraID: newInfraId(deployment.spec.clusterName, random), clusterID: uid(random) }
}

async function ensureAdminSecrets(parts: HiveParts, attempt: InstallAttempt, identity: ClusterIdentity): Promise<void> {
  const { namespace, name } = attempt.provision.metadata
  const kubeconfigName = provisionNames.adminKubeconfig(name)
  // The password is written first: once there is a kubeconfig, there is everything.
  if (await parts.secrets.get({ namespace, name: kubeconfigName })) return
  const config = await effectiveInstallConfig({ parts, deployment: attempt.deployment })
  const { kubeconfig, password } = await parts.infrastructure.installer.open(attempt, identity, config)
  const write = (secretName: string, secretType: string, data: Record<string, string>) =>
    parts.client.apply(Secret, secretOf(attempt, secretName, secretType, data), { force: true })
  await write(provisionNames.adminPassword(name), 'kubeadmincreds', { username: 'kubeadmin', password })
  await write(kubeconfigName, 'kubeconfig', { kubeconfig, 'raw-kubeconfig': kubeconfig })
}

function secretOf(
  { deployment, provision }: InstallAttempt,
  name: string,
  secretType: string,
  data: Readonly<Record<string, string>>,
) {
  return {
    metadata: {
      namespace: provision.metadata.namespace ?? '',
      name,
      labels: {
        [LABELS.clusterDeploymentName]: deployment.metadata.name,
        [LABELS.clusterProvisionName]: provision.metadata.name,
        [LABELS.secretType]: secretType,
      },
      ownerReferences: ownersOf(provision, deployment),
    },
    data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')])),
  }
}

/** Both may go first: the secrets stay as long as one of them is there. */
const ownersOf = (provision: Provision, deployment: InstallAttempt['deployment']): OwnerReference[] =>
  [provision, deployment].map(({ apiVersion, kind, metadata: { name, uid: ownerUid } }) => ({
    apiVersion,
    kind,
    name,
    uid: ownerUid,
  }))

/** What the installer would write into metadata.json. */
function metadataOf({ spec }: Pick<ClusterDeployment, 'spec'>, { infraID, clusterID }: ClusterIdentity) {
  const platform = platformOf(spec.platform)
  const region = regionOf(spec.platform)
  return {
    clusterName: spec.clusterName,
    clusterID,
    infraID,
    ...(platform === undefined ? {} : { [platform]: region === undefined ? {} : { region } }),
  }
}

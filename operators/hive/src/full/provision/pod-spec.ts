import type { ClusterDeployment } from '@skep/api'
import type { JsonObject } from '@skep/schema'

/** Who the installer is in the cluster's namespace. */
const SERVICE_ACCOUNT = 'cluster-installer'

/** The pod in which the installer of a cluster runs. */
export function installerPodSpec({ spec, status }: Pick<ClusterDeployment, 'spec' | 'status'>): JsonObject {
  const environment = (spec.provisioning?.installerEnv ?? []).map(({ name, value }) => ({ name, value: value ?? '' }))
  return {
    restartPolicy: 'Never',
    serviceAccountName: SERVICE_ACCOUNT,
    containers: [
      {
        name: 'installer',
        image: status?.installerImage ?? '',
        args: ['create', 'cluster'],
        ...(environment.length > 0 ? { env: environment } : {}),
      },
    ],
  }
}

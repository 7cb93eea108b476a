import type { Container, Pod, ServiceAccount, Volume } from '@skep/api'
import { nameSuffix, type Random } from '@skep/base'
import type { AdmissionPlugin, AdmissionRequest } from '../contracts.ts'
import { forbidden } from '../registry/errors.ts'
import { createsPod, podOf } from './pods.ts'

const SERVICE_ACCOUNTS = { group: '', resource: 'serviceaccounts' }
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount'
const MIRROR_POD = 'kubernetes.io/config.mirror'
/** An hour and a few seconds, so that kubelets renew it well before a client notices. */
const TOKEN_SECONDS = 3_607

/** Gives a pod an account, that account's pull secrets and, unless it declines, a token to call the API with. */
export const serviceAccount = (random: Random): AdmissionPlugin => ({
  name: 'ServiceAccount',
  handles: createsPod,
  mutate: (request) => {
    const pod = podOf(request)
    if (!pod.spec || pod.metadata.annotations?.[MIRROR_POD] !== undefined) return
    pod.spec.serviceAccountName ||= 'default'
    pod.spec.serviceAccount = pod.spec.serviceAccountName
    const account = accountOf(request, pod.spec.serviceAccountName)
    if (mountsToken(pod, account)) mountToken(pod, random)
    if (!pod.spec.imagePullSecrets?.length && account.imagePullSecrets?.length) {
      pod.spec.imagePullSecrets = account.imagePullSecrets.map(({ name }) => ({ name }))
    }
  },
})

function accountOf({ cluster, namespace, resource, name }: AdmissionRequest, account: string): ServiceAccount {
  const found = cluster.objects.get(SERVICE_ACCOUNTS, namespace, account) as ServiceAccount | undefined
  if (found) return found
  const why = `error looking up service account ${namespace}/${account}: serviceaccount "${account}" not found`
  throw forbidden(resource, name, why)
}

function mountsToken({ spec }: Pod, account: ServiceAccount): boolean {
  return spec?.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true
}

function mountToken({ spec }: Pod, random: Random): void {
  if (!spec) return
  const containers: Container[] = [...spec.containers, ...(spec.initContainers ?? [])]
  const without = containers.filter(
    ({ volumeMounts }) => !volumeMounts?.some(({ mountPath }) => mountPath === MOUNT_PATH),
  )
  if (without.length === 0) return
  const existing = spec.volumes?.find(({ name }) => name.startsWith('kube-api-access-'))
  const name = existing?.name ?? `kube-api-access-${nameSuffix(random)}`
  if (!existing) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)]
  for (const container of without) {
    container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath: MOUNT_PATH }]
  }
}

const tokenVolume = (name: string): Volume => ({
  name,
  projected: {
    defaultMode: 0o644,
    sources: [
      { serviceAccountToken: { path: 'token', expirationSeconds: TOKEN_SECONDS } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
  },
})

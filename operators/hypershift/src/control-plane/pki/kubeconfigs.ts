import type { HostedApi, HostedUser, IssuedCertificate } from '@skep/sim'
import type { ControlPlane } from '../facts.ts'
import { LABELS } from '../keys.ts'
import { PORTS } from '../network/ports.ts'
import type { ControlPlaneScope } from '../scope.ts'
import type { SecretReaders } from './certificates.ts'
import { renderKubeconfig } from './kubeconfig.ts'
import { ensureConfigMap, ensureSecret, type GeneratedSecret, readSecret, removeSecret } from './secrets.ts'

/** Name of the Secret with the kubeconfig for administrators. */
export const ADMIN_KUBECONFIG = 'admin-kubeconfig'

/** Name of the Secret with a kubeconfig for another name of the API. */
export const CUSTOM_KUBECONFIG = 'custom-admin-kubeconfig'

const ADMIN: HostedUser = { name: 'system:admin', groups: ['system:masters'] }
const CONFIG_OPERATOR: HostedUser = { name: 'system:hosted-cluster-config', groups: ['system:masters'] }
const BOOTSTRAPPER: HostedUser = {
  name: 'system:serviceaccount:openshift-machine-config-operator:node-bootstrapper',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:openshift-machine-config-operator'],
}

const INSIDE = `https://kube-apiserver:${PORTS.api}`
const LOCAL = `https://localhost:${PORTS.api}`

/** Name and key of the Secret with the kubeconfig for administrators. */
export const adminKubeconfigRef = ({ controlPlane: { spec } }: Pick<ControlPlaneScope, 'controlPlane'>) =>
  spec.kubeconfig ?? { name: ADMIN_KUBECONFIG, key: 'kubeconfig' }

/** Makes the kubeconfigs of a control plane, each for whom it is for, and the certificates that go with them. */
export async function ensureKubeconfigs(scope: ControlPlaneScope, api: HostedApi): Promise<void> {
  const certificates = issuer(api)
  const { controlPlanePods } = scope.parts
  for (const definition of definitionsOf(scope, api)) {
    if (!controlPlanePods && definition.readers === 'pods') continue
    await ensureSecret(scope, kubeconfigSecret(scope, api, definition, certificates))
  }
  if (!scope.controlPlane.spec.kubeAPIServerDNSName) await removeSecret(scope, CUSTOM_KUBECONFIG)
  if (controlPlanePods) await ensureClientCertificates(scope, api, certificates)
}

/** Makes what pods of the API identify by, and know others by. */
async function ensureClientCertificates(scope: ControlPlaneScope, api: HostedApi, certificates: Issuer): Promise<void> {
  for (const name of ['system-admin-client', 'kas-bootstrap-client']) {
    await ensureSecret(scope, { name, expires: true, generate: async () => tls(await certificates(ADMIN)) })
  }
  await ensureConfigMap(scope, {
    name: 'client-ca',
    generate: async () => ({ 'ca.crt': await api.clientCaPem() }),
  })
}

const tls = ({ certificatePem, keyPem }: IssuedCertificate) => ({ 'tls.crt': certificatePem, 'tls.key': keyPem })

type Issuer = (user: HostedUser) => Promise<IssuedCertificate>

/** Issues a certificate for each user once: what is for the same user may be the same. */
function issuer(api: HostedApi): Issuer {
  const issued = new Map<string, Promise<IssuedCertificate>>()
  return (user) => {
    let certificate = issued.get(user.name)
    if (!certificate) issued.set(user.name, (certificate = api.issue(user)))
    return certificate
  }
}

/** A kubeconfig: who uses it, and where. */
interface KubeconfigDefinition {
  readonly name: string
  readonly key: string
  readonly user: HostedUser
  readonly server: string
  readonly readers: SecretReaders
  readonly labels?: Readonly<Record<string, string>>
}

function definitionsOf(scope: ControlPlaneScope, { url }: HostedApi): KubeconfigDefinition[] {
  const { infraID, kubeAPIServerDNSName } = scope.controlPlane.spec
  const key = 'kubeconfig'
  const port = scope.endpoints.api?.port ?? PORTS.api
  return [
    { ...adminKubeconfigRef(scope), user: ADMIN, server: url, readers: 'others' },
    { name: 'service-network-admin-kubeconfig', key, user: ADMIN, server: INSIDE, readers: 'pods' },
    { name: 'localhost-kubeconfig', key, user: ADMIN, server: LOCAL, readers: 'pods' },
    { name: 'hcco-kubeconfig', key, user: CONFIG_OPERATOR, server: INSIDE, readers: 'pods' },
    { name: 'bootstrap-kubeconfig', key, user: BOOTSTRAPPER, server: url, readers: 'pods' },
    {
      name: `${infraID}-kubeconfig`,
      key: 'value',
      user: ADMIN,
      server: url,
      readers: 'others',
      labels: { [LABELS.capiClusterName]: infraID },
    },
    ...(kubeAPIServerDNSName
      ? [
          {
            name: CUSTOM_KUBECONFIG,
            key,
            user: ADMIN,
            server: `https://${kubeAPIServerDNSName}:${port}`,
            readers: 'others' as const,
          },
        ]
      : []),
  ]
}

function kubeconfigSecret(
  scope: ControlPlaneScope,
  { caPem }: HostedApi,
  { name, key, user, server, labels }: KubeconfigDefinition,
  certificates: Issuer,
): GeneratedSecret {
  const named = namedCertificates(scope.controlPlane)
  const { objects, namespace } = scope
  const served = named.map((secret) => [secret, objects.secrets.get({ namespace, name: secret })?.data?.['tls.crt']])
  return {
    name,
    inputs: [server, caPem, served],
    expires: true,
    ...(labels ? { labels } : {}),
    generate: async () => {
      const bundle = [caPem, ...(await readCertificates(scope, named))].join('')
      return { [key]: renderKubeconfig({ server, caPem: bundle, user: await certificates(user) }) }
    },
  }
}

/** Secrets with certificates that the API serves with for further names. */
export function namedCertificates({ spec }: ControlPlane): string[] {
  const named = spec.configuration?.apiServer?.servingCerts?.namedCertificates ?? []
  return named.flatMap(({ servingCertificate }) => servingCertificate?.name || [])
}

async function readCertificates(scope: ControlPlaneScope, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map((name) => readSecret(scope, name)))
  return found.flatMap((texts) => texts?.['tls.crt'] ?? [])
}

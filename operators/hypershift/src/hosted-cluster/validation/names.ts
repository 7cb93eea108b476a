import type { HostedCluster } from '@skep/api'
import { type FieldError, fieldError } from '@skep/schema'
import { type CopiedKind, isReservedInfraId, isReservedName } from '../../reserved-names.ts'
import { configurationReferences } from '../references.ts'

/** Something that is copied to the control plane under the name that it has. */
interface NamedCopy {
  readonly field: string
  readonly kind: CopiedKind
  readonly name: string
}

/** Names that people chose and that the control plane has for something of its own, such as its authorities. */
export function nameProblems(hostedCluster: HostedCluster): FieldError[] {
  const { infraID } = hostedCluster.spec
  const taken = namedCopies(hostedCluster)
    .filter(({ kind, name }) => isReservedName(kind, name, infraID))
    .map(({ field, kind, name }) =>
      fieldError.invalid(field, name, `the control plane has a ${kind} of that name: choose another one`),
    )
  if (infraID === undefined || !isReservedInfraId(infraID)) return taken
  const problem = `the control plane has a Secret ${infraID}-kubeconfig of its own: choose another one`
  return [...taken, fieldError.invalid('spec.infraID', infraID, problem)]
}

function namedCopies(hostedCluster: HostedCluster): NamedCopy[] {
  const { spec } = hostedCluster
  const secrets = {
    'spec.auditWebhook.name': spec.auditWebhook?.name,
    'spec.etcd.unmanaged.tls.clientSecret.name': spec.etcd.unmanaged?.tls.clientSecret.name,
    'spec.secretEncryption.aescbc.activeKey.name': spec.secretEncryption?.aescbc?.activeKey.name,
    'spec.secretEncryption.aescbc.backupKey.name': spec.secretEncryption?.aescbc?.backupKey?.name,
  }
  const own = Object.entries(secrets).flatMap(([field, name]) =>
    name ? [{ field, kind: 'Secret', name } as const] : [],
  )
  const configured = configurationReferences(hostedCluster).flatMap(({ kind, name }) =>
    kind === 'Namespace' ? [] : [{ field: 'spec.configuration', kind, name }],
  )
  return [...own, ...configured]
}

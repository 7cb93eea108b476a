import { s, type TypeOf } from '@skep/schema'
import { optionalFlag, optionalText } from '../openshift/fields.ts'
import { labelSelector, localReference, NameReference } from '../openshift/references.ts'
import { IngressTuning } from './ingress-tuning.ts'

/** An ingress controller of the cluster. */
export const HiveIngress = s.object({
  name: s.string({ description: 'Name of the ingress controller; default is the one that must be there.' }),
  domain: s.string({ description: 'Domain that it serves, below that of the cluster.' }),
  namespaceSelector: s.optional(labelSelector('Namespaces whose routes it serves.')),
  routeSelector: s.optional(labelSelector('Routes that it serves.')),
  servingCertificate: optionalText('Name of the certificate bundle to serve with.'),
  httpErrorCodePages: s.optional(s.with(NameReference, { description: 'ConfigMap with error pages.' })),
  tuningOptions: s.optional(s.with(IngressTuning, { description: 'How its routers are tuned.' })),
})
export type HiveIngress = TypeOf<typeof HiveIngress>

/** Certificates that the cluster serves with. */
export const CertificateBundle = s.object({
  name: s.string({ description: 'Name by which ingresses and the control plane refer to it.' }),
  certificateSecretRef: localReference('Secret that has the certificate, or shall get it.'),
  generate: optionalFlag('Whether somebody else fills the Secret.'),
})
export type CertificateBundle = TypeOf<typeof CertificateBundle>

/** How the API of the cluster is served and reached. */
export const ControlPlaneConfig = s.object({
  servingCertificates: s.optional(
    s.object(
      {
        default: optionalText('Certificate bundle of the default domain.'),
        additional: s.optional(
          s.array(
            s.object({
              name: s.string({ description: 'Name of the certificate bundle.' }),
              domain: s.string({ description: 'Domain it is for.' }),
            }),
            { description: 'Certificate bundles of further domains.' },
          ),
        ),
      },
      { description: 'Certificates that the API serves with.' },
    ),
  ),
  apiURLOverride: optionalText('URL by which Hive reaches the API, in place of the public one.'),
  apiServerIPOverride: optionalText('Address to connect to, in place of what DNS says.'),
})
export type ControlPlaneConfig = TypeOf<typeof ControlPlaneConfig>

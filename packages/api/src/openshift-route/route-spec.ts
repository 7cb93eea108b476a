import { s, type TypeOf, type ValidationRule } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'

const HOST =
  '^([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])(\\.([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9]))*$'

const rules = (...list: ValidationRule[]) => ({ 'x-kubernetes-validations': list })

const target = {
  kind: s.enum(['Service', ''], { description: 'Service, the only kind there is.', default: 'Service' }),
  name: s.string({ description: 'Name of the service.', minLength: 1 }),
  weight: s.defaulted(
    s.int32({
      description: 'Share of requests that it gets, beside the other weights.',
      minimum: 0,
      maximum: 256,
      default: 100,
    }),
  ),
}

const tls = s.object(
  {
    termination: s.enum(['edge', 'reencrypt', 'passthrough'], {
      description: 'Where TLS ends: at the router, at the router and again at the service, or at the service alone.',
    }),
    insecureEdgeTerminationPolicy: s.optional(
      s.enum(['Allow', 'None', 'Redirect', ''], { description: 'What becomes of requests without TLS.' }),
    ),
    certificate: optionalText('Certificate to serve with, in PEM.'),
    key: optionalText('Key of that certificate, in PEM.'),
    caCertificate: optionalText('Further certificates of the chain, in PEM.'),
    destinationCACertificate: optionalText('Who signed the certificate of the service, in PEM.'),
    externalCertificate: s.optional(
      s.object(
        { name: optionalText('Name of the Secret.') },
        { description: 'Secret with the certificate to serve with.', mapType: 'atomic' },
      ),
    ),
  },
  {
    description: 'How TLS is dealt with; none without.',
    ...rules(
      {
        rule: "self.termination != 'passthrough' || !has(self.insecureEdgeTerminationPolicy) || self.insecureEdgeTerminationPolicy != 'Allow'",
        message: 'cannot have both spec.tls.termination: passthrough and spec.tls.insecureEdgeTerminationPolicy: Allow',
      },
      {
        rule: '!(has(self.certificate) && has(self.externalCertificate))',
        message: 'cannot have both spec.tls.certificate and spec.tls.externalCertificate',
      },
    ),
  },
)

/** What a route shall lead to, and under which name. */
export const RouteSpec = s.object(
  {
    host: s.optional(
      s.string({
        description: 'Name by which the service is reached; one is chosen if none is given.',
        maxLength: 253,
        pattern: HOST,
      }),
    ),
    subdomain: s.optional(
      s.string({ description: 'Name below the domain of the router.', maxLength: 253, pattern: HOST }),
    ),
    path: s.optional(s.string({ description: 'Beginning of the paths that are meant.', pattern: '^/' })),
    to: s.object(target, { description: 'Where requests go.' }),
    alternateBackends: s.optional(
      s.array(s.object(target), {
        description: 'Where else requests go.',
        maxItems: 3,
        listType: 'map',
        listMapKeys: ['name', 'kind'],
      }),
    ),
    port: s.optional(
      s.object(
        { targetPort: s.intOrString({ description: 'Port of the pods, by number or name.' }) },
        { description: 'Port of the service that is meant, if it has several.' },
      ),
    ),
    tls: s.optional(tls),
    wildcardPolicy: s.defaulted(
      s.enum(['None', 'Subdomain', ''], {
        description: 'Whether names below the host are meant as well.',
        default: 'None',
      }),
    ),
    httpHeaders: s.optional(s.anyObject({ description: 'What is done to headers, kept as it is.' })),
  },
  {
    description: 'What the route leads to, and under which name.',
    ...rules({
      rule: "!has(self.tls) || self.tls.termination != 'passthrough' || !has(self.httpHeaders)",
      message: 'header actions are not permitted when tls termination is passthrough.',
    }),
  },
)
export type RouteSpec = TypeOf<typeof RouteSpec>

import type { AltNames, CertificateRequest } from '@skep/base/x509'

/** Says why a signer does not sign a request, if so. */
type SignerRule = (request: CertificateRequest, usages: readonly string[]) => string | undefined

const isNode = ({ subject }: CertificateRequest): string | undefined => {
  const [only, ...more] = subject.organizations
  if (only !== 'system:nodes' || more.length > 0) return 'subject organization is not system:nodes'
  return undefined
}

const hasNodeName = ({ subject }: CertificateRequest): string | undefined =>
  subject.commonName.startsWith('system:node:') ? undefined : 'subject common name does not begin with system:node:'

const FORBIDDEN_NAMES: readonly [keyof AltNames, string][] = [
  ['dnsNames', 'DNS'],
  ['emails', 'Email'],
  ['ipAddresses', 'IP'],
  ['uris', 'URI'],
]

function hasNone({ altNames }: CertificateRequest, kinds: readonly (keyof AltNames)[]): string | undefined {
  const found = FORBIDDEN_NAMES.find(([kind]) => kinds.includes(kind) && altNames[kind].length > 0)
  return found === undefined ? undefined : `${found[1]} subjectAltNames are not allowed`
}

/** Key encipherment is for RSA keys; others may leave it out. */
function hasUsages(usages: readonly string[], wanted: readonly string[]): string | undefined {
  const given = [...new Set(usages)].sort().join(' ')
  const withoutRsa = wanted.filter((usage) => usage !== 'key encipherment')
  if (given === wanted.join(' ') || given === withoutRsa.join(' ')) return undefined
  return `usages did not match [${wanted.join(' ')}]`
}

const kubeletClient: SignerRule = (request, usages) =>
  isNode(request) ??
  hasNone(request, ['dnsNames', 'emails', 'ipAddresses', 'uris']) ??
  hasNodeName(request) ??
  hasUsages(usages, ['client auth', 'digital signature', 'key encipherment'])

const kubeletServing: SignerRule = (request, usages) => {
  const { dnsNames, ipAddresses } = request.altNames
  const named = dnsNames.length > 0 || ipAddresses.length > 0
  return (
    isNode(request) ??
    (named ? undefined : 'DNS or IP subjectAltName is required') ??
    hasNone(request, ['emails', 'uris']) ??
    hasUsages(usages, ['digital signature', 'key encipherment', 'server auth']) ??
    hasNodeName(request)
  )
}

const CLIENT_USAGES = ['client auth', 'digital signature', 'key encipherment']

const apiServerClient: SignerRule = (_request, usages) => {
  const other = usages.find((usage) => !CLIENT_USAGES.includes(usage))
  if (other !== undefined) return `invalid usage for client certificate: ${other}`
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth'
}

/** What each of the signers that come with a cluster insists on. */
export const SIGNER_RULES: ReadonlyMap<string, SignerRule> = new Map<string, SignerRule>([
  ['kubernetes.io/kube-apiserver-client', apiServerClient],
  ['kubernetes.io/kube-apiserver-client-kubelet', kubeletClient],
  ['kubernetes.io/kubelet-serving', kubeletServing],
  ['kubernetes.io/legacy-unknown', () => undefined],
])

import { isObject, type JsonObject, parseYaml } from '@skep/schema'

/** What is said of a text that is not a kubeconfig. Never carries the text itself, unless that is a path. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError'
}

/** The server that the current context of a kubeconfig names. Throws a KubeconfigError for any other text. */
export function serverOf(text: string): string {
  if (isSingleLine(text)) throw new KubeconfigError(`must be the content of a kubeconfig, but ${whatInstead(text)}`)
  const config = parse(text)
  const contextName = config['current-context']
  const context = member(config, 'contexts', contextName, 'context')
  if (!context)
    throw new KubeconfigError(`is not a kubeconfig: current-context '${contextName}' is not among its contexts`)
  const server = member(config, 'clusters', context['cluster'], 'cluster')?.['server']
  if (typeof server !== 'string' || !URL.canParse(server)) {
    throw new KubeconfigError(`is not a kubeconfig: the cluster of context '${contextName}' has no server URL`)
  }
  return server
}

/** A kubeconfig for the same cluster and another user, who has a certificate with its key. */
export function kubeconfigFor(
  text: string,
  user: string,
  { certificate, key }: { readonly certificate: string; readonly key: string },
): string {
  const config = parse(text)
  const context = member(config, 'contexts', config['current-context'], 'context')
  const cluster = member(config, 'clusters', context?.['cluster'], 'cluster') ?? {}
  const base64 = (pem: string) => Buffer.from(pem).toString('base64')
  const login = { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) }
  // JSON is YAML.
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': user,
    clusters: [{ name: 'cluster', cluster }],
    users: [{ name: user, user: login }],
    contexts: [{ name: user, context: { cluster: 'cluster', user } }],
  })
}

const isSingleLine = (text: string): boolean =>
  !text.trim().includes('\n') && !text.includes('apiVersion') && text.trim() !== ''

/** A path, or the plain name of a YAML file. */
const PATH = /^(?:(?:~|\.{1,2})?\/[\w.\-/]{1,200}|[\w.-]{1,100}\.ya?ml)$/

/** Only paths are repeated: anything else may be a secret, such as a kubeconfig in base64. */
const whatInstead = (text: string): string =>
  PATH.test(text.trim()) ? `'${text.trim()}' looks like the path of a file` : 'is a single line'

function parse(text: string): JsonObject {
  let value: unknown
  try {
    value = parseYaml(text).value
  } catch {
    // The parser's message may quote a line of the text, which may be a key.
    throw new KubeconfigError('is not a kubeconfig: it is not YAML')
  }
  if (!isObject(value) || value['kind'] !== 'Config')
    throw new KubeconfigError("is not a kubeconfig: kind is not 'Config'")
  return value
}

function member(config: JsonObject, list: string, name: unknown, of: string): JsonObject | undefined {
  const entries = config[list]
  if (!Array.isArray(entries)) return undefined
  const value = entries.filter(isObject).find((entry) => entry['name'] === name)?.[of]
  return isObject(value) ? value : undefined
}

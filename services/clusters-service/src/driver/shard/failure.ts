import { StatusError } from '@skep/base'
import { ConnectionError, isObjectMissing } from '@skep/client'
import { ServiceError } from '@skep/service'

/** A shard that cannot be used now: says which one, why, and what to do about it. Worth another try later. */
export class ShardUnavailable extends ServiceError {
  readonly shardId: string

  constructor(shardId: string, message: string, options: ErrorOptions = {}) {
    super(503, message, options)
    this.shardId = shardId
  }
}

/** The error of a shard for whatever went wrong on the way to it. */
export const shardUnavailable = (shardId: string, server: string, error: unknown): ShardUnavailable =>
  error instanceof ShardUnavailable
    ? error
    : new ShardUnavailable(shardId, `shard ${shardId}: ${explain(server, error)}`, { cause: error })

/** Whether a failure says something about the shard rather than about one cluster on it. */
export function isShardFailure(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof ShardUnavailable) return true
  if (!(error instanceof StatusError)) return false
  const { code } = error
  if (code === 403) return !isTerminating(error)
  return code === 401 || code === 429 || code >= 500 || (code === 404 && !isObjectMissing(error))
}

/** Whether something was refused because its namespace is on its way out, which concerns one cluster alone. */
const isTerminating = ({ details }: StatusError): boolean =>
  (details?.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating')

const REGENERATE = 'regenerate the kubeconfig and update the provision shard with it'

/** What went wrong, and what to do about it. */
function explain(server: string, error: unknown): string {
  if (error instanceof StatusError) return explainAnswer(server, error)
  const text = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') {
    return `connection refused by ${server}: start its API server, or, if it has moved, ${REGENERATE}`
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `the host of ${server} is not known: correct the server in the kubeconfig of the provision shard`
  }
  if (/certificate|self.signed|CERT_|SSL|TLS/i.test(`${code} ${text}`)) {
    return `the certificates of ${server} and of the kubeconfig do not match (${text}): ${REGENERATE}`
  }
  return `${server} cannot be reached (${text}): check that its API server runs and that the network lets us through`
}

function explainAnswer(server: string, error: StatusError): string {
  switch (error.code) {
    case 401:
      return `Unauthorized: ${server} does not accept the credentials, which change when it restarts: ${REGENERATE}`
    case 403:
      return `Forbidden: ${error.message}: grant the user of the kubeconfig what it needs on ${server}`
    case 404:
      return `${server} does not serve what is needed (${error.message}): install the CRDs of Hive and the account operators`
    default:
      return `${server} answered ${error.code}: ${error.message}: look at the logs of its API server`
  }
}

/** The code that the operating system gave, however deep it is wrapped. */
function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return undefined
}

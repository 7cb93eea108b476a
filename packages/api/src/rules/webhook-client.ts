import { type FieldError, fieldError } from '@skep/schema'
import { checkDnsSubdomain, checkPortNumber } from '../meta/names.ts'

/** How a webhook is reached: exactly one of the two. */
interface WebhookClient {
  url?: string
  service?: WebhookService
}

interface WebhookService {
  namespace: string
  name: string
  path?: string
  port?: number
}

/** In place: the usual port of a service. */
export function defaultWebhookClient({ service }: WebhookClient): void {
  if (service) service.port ??= 443
}

/** Everything wrong with how a webhook is reached. */
export function validateWebhookClient({ url, service }: WebhookClient, path: string): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [fieldError.required(path, 'exactly one of url or service is required')]
  }
  return service ? validateService(service, `${path}.service`) : validateUrl(url ?? '', `${path}.url`)
}

const URL_PARTS = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/
const FORM = '; desired format: https://host[/path]'

function validateUrl(url: string, path: string): FieldError[] {
  const [, scheme = '', authority = '', , query = '', fragment = ''] = URL_PARTS.exec(url) ?? []
  const at = authority.lastIndexOf('@')
  const host = authority.slice(at + 1)
  const errors: FieldError[] = []
  if (scheme !== 'https') {
    errors.push(fieldError.invalid(path, scheme, `'https' is the only allowed URL scheme${FORM}`))
  }
  if (host === '') errors.push(fieldError.invalid(path, host, `host must be specified${FORM}`))
  if (at >= 0) {
    errors.push(fieldError.invalid(path, authority.slice(0, at), 'user information is not permitted in the URL'))
  }
  if (fragment !== '') errors.push(fieldError.invalid(path, fragment, 'fragments are not permitted in the URL'))
  if (query !== '') errors.push(fieldError.invalid(path, query, 'query parameters are not permitted in the URL'))
  return errors
}

const validateService = ({ namespace, name, path, port = 0 }: WebhookService, at: string): FieldError[] => {
  const ofPort = checkPortNumber(port)
  return [
    // The API has the two the wrong way round.
    ...(namespace ? [] : [fieldError.required(`${at}.name`)]),
    ...(name ? [] : [fieldError.required(`${at}.namespace`)]),
    ...(ofPort.length > 0 ? [fieldError.invalid(`${at}.port`, port, `port is not valid: ${ofPort.join(', ')}`)] : []),
    ...(path && path !== '/' ? validateServicePath(path, `${at}.path`) : []),
  ]
}

function validateServicePath(path: string, at: string): FieldError[] {
  const complain = (detail: string) => fieldError.invalid(at, path, detail)
  if (path === '//') return [complain('segment[0] may not be empty')]
  const segments = path.slice(1).replace(/\/$/, '').split('/')
  return [
    ...(path.startsWith('/') ? [] : [complain("must start with a '/'")]),
    ...segments.flatMap((segment, index) =>
      segment === ''
        ? [complain(`segment[${index}] may not be empty`)]
        : checkDnsSubdomain(segment).map((text) => complain(`segment[${index}]: ${text}`)),
    ),
  ]
}

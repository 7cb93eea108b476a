import type { ApiRequest } from './api-request.ts'
import { sendDiscovery } from './discovery.ts'
import { negotiate } from './negotiate.ts'
import { sendJson, sendText } from './respond.ts'

const HEALTH = /^\/(healthz|livez|readyz)(\/ping)?$/

const VERSION = {
  major: '1',
  minor: '37',
  emulationMajor: '1',
  emulationMinor: '37',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '36',
  gitVersion: 'v1.37.0+skep',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: '',
}

/** Answers paths that are no resources; false when there is nothing at the path. */
export async function answerOtherPath(request: ApiRequest): Promise<boolean> {
  const { info, exchange } = request
  if (HEALTH.test(info.path)) sendText(exchange, 200, 'ok')
  else if (info.path === '/version') {
    sendJson(request, 200, VERSION, negotiate(exchange.header('accept'), true))
  } else return sendDiscovery(request)
  return true
}

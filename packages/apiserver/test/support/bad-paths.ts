import type { Random } from '@skep/base'
import { asked, type BadRequest, times, WIDGETS, words } from './cases.ts'

const SEGMENTS = [
  ...words(String.raw`.. . %2e%2e %2E %2f %5c \ // %00 % %zz %c0%af %ff ~ ; * : @ é __proto__ constructor toString`),
  ...words('api apis v1 v3 namespaces lab pods a status watch clusters root example.com widgets scale log exec'),
  ...words('openapi healthz metrics'),
  'x'.repeat(2_000),
]

const PATHS = [
  ...words(`
    /api/v1/namespaces/lab/pods/../secrets /api/v1/namespaces/lab%2fpods //api/v1/pods /api//v1/pods /api/v1/pods/
    /api/v1/namespaces/lab/pods/a/status/ /clusters /clusters/ /clusters//api /clusters/none/api/v1/pods
    /clusters/%2e%2e/api /clusters/root/clusters/root/api /apis/ /api/ /%61pi/v1 /healthz/ /healthz/none /?
    /readyz?verbose&exclude=x /openapi/v3/apis/none/v1 /openapi/v2?x /api/v1/namespaces//pods /api/v1/watch /#
    /api/v1/watch/namespaces/lab/pods/a/b/c?timeoutSeconds=-1 /api/v1/proxy/nodes/a /api/v1/componentstatuses
    /api/v1/namespaces/lab/pods/a/log?tailLines=x
  `),
  `/api/v1/namespaces/lab/configmaps/${'y'.repeat(20_000)}`,
]

/** Paths that try to be something else. */
export function trickyPaths(random: Random, count: number): BadRequest[] {
  const methods = words('GET GET GET PUT DELETE POST PATCH')
  const made = times(count, () => `/${times(1 + random.int(8), () => random.pick(SEGMENTS)).join('/')}`)
  return [...PATHS, ...made].map((path) => asked(random.pick(methods), asBytes(path)))
}

/** On the wire there are only bytes. */
const asBytes = (path: string): string => Buffer.from(path).toString('latin1')

/** Methods that a path does not have, or nobody has. */
export function wrongMethods(): BadRequest[] {
  const paths = words(`
    /version /healthz /api /apis /apis/apps/v1 /openapi/v3 /metrics /api/v1/pods /none
    /api/v1/namespaces/lab/pods/a/log /api/v1/namespaces/lab/pods/a/binding /api/v1/namespaces/lab/pods/a/none
    /apis/authentication.k8s.io/v1/tokenreviews ${WIDGETS}/a/status ${WIDGETS}/a/scale /apis/example.com/v1/widgets
    /api/v1/namespaces/lab/serviceaccounts/none/token /api/v1/namespaces/lab/finalize /api/v1/namespaces/lab/bindings
  `)
  const methods = words('HEAD OPTIONS TRACE PROPFIND PURGE PUT DELETE POST PATCH')
  return paths.flatMap((path) => methods.map((method) => asked(method, path)))
}

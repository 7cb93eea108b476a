import type { Random } from '@skep/base'
import { asked, type BadRequest, LEASES, times, WIDGETS, words } from './cases.ts'

type Headers = [name: string, value: string][]

const ACCEPT = [
  ...words('* / ; , ,,, image/* application/json;as=Table application/json;as=x;g=y;v=z application/json;q=x'),
  ...words('application/json;as=Table;g=meta.k8s.io;v=v9 application/vnd.kubernetes.protobuf'),
  ...words('application/yaml;as=Table;g=meta.k8s.io;v=v1 application/json;__proto__=1'),
  '',
  'x'.repeat(8_000),
  'application/json,'.repeat(1_000),
]
const AUTHORIZATION = [
  ...['', 'Bearer', 'Bearer ', 'Bearer a.b.c', 'Bearer ..', 'Basic !!!', 'Negotiate x', 'bearer administrator'],
  ...['Bearer eyJhbGciOiJub25lIn0.e30.', 'Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6W119.bnVsbA.AAAA', 'Bearer \u00ff\u00fe'],
  `Bearer ${'x'.repeat(10_000)}`,
]
const IMPERSONATION: Headers[] = [
  ...['', ' ', 'system:serviceaccount:', 'system:serviceaccount:a:b:c', 'system:masters'].map(
    (user): Headers => [['impersonate-user', user]],
  ),
  [['impersonate-group', 'team']],
  [['impersonate-uid', '1']],
  [['impersonate-extra-%zz', 'x']],
  [
    ['impersonate-user', 'a'],
    ['impersonate-extra-%ff%00', 'x'],
    ['impersonate-extra-', 'x'],
    ['impersonate-user', 'b'],
  ],
  [['impersonate-user', 'ann'], ...times(300, (index): [string, string] => ['impersonate-group', `g${index}`])],
]
const OTHERS: Headers[] = [
  times(400, (index) => [`x-flood-${index}`, 'y']),
  [['x-long', 'z'.repeat(30_000)]],
  [['cookie', 'a=b; '.repeat(2_000)]],
  [['accept-encoding', 'gzip;q=x, *']],
  [['if-none-match', '"'.repeat(500)]],
  [['range', 'bytes=0-1']],
  [['user-agent', '/'.repeat(3_000)]],
  [['user-agent', 'curl \u00e9\u00ff']],
  [['x-remote-user', 'root']],
  [['x-http-method-override', 'DELETE']],
  [['content-type', '\u00ff']],
]

/** Headers that nobody sends by accident. */
export function wrongHeaders(random: Random): BadRequest[] {
  const paths = [LEASES, '/api', '/version', `${WIDGETS}/a`, '/openapi/v3']
  const all = [
    ...ACCEPT.map((value): Headers => [['accept', value]]),
    ...AUTHORIZATION.map((value): Headers => [['authorization', value]]),
    ...IMPERSONATION,
    ...OTHERS,
  ]
  return all.map((headers) => asked('GET', random.pick(paths), headers))
}

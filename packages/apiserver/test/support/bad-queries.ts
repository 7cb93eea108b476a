import type { Random } from '@skep/base'
import { asked, type BadRequest, LEASES, times, WIDGETS, words } from './cases.ts'

const STRANGE_VALUES = [
  ...words(`x -1 0 1e9 99999999999999999999 1.5 true maybe %00 %ff %E2%82%AC %20 null [] {} ../.. ' %`),
  '',
]
const READING = words('limit continue resourceVersionMatch labelSelector fieldSelector pretty sendInitialEvents')
const WATCHING = [...words('timeoutSeconds watch allowWatchBookmarks'), ...READING]
const WRITING = words(
  'dryRun fieldManager fieldValidation force gracePeriodSeconds propagationPolicy orphanDependents pretty',
)

/** Query parameters that say what nobody means. Watches among them end at once. */
export function wrongQueries(): BadRequest[] {
  const merge = [['content-type', 'application/merge-patch+json']] as const
  return [
    ...pairs(READING).map((pair) => asked('GET', `${LEASES}?${pair}`)),
    ...pairs(WATCHING).map((pair) => asked('GET', `${LEASES}?watch=1&timeoutSeconds=-1&${pair}`)),
    ...pairs(WRITING).flatMap((pair) => [
      asked('DELETE', `${LEASES}/none?${pair}`),
      asked('DELETE', `${LEASES}?${pair}`),
      asked('PATCH', `${WIDGETS}/a?${pair}`, merge, '{}'),
    ]),
  ]
}

const pairs = (names: readonly string[]): string[] =>
  names.flatMap((name) => STRANGE_VALUES.map((value) => `${name}=${value}`))

const VERSION = 'meta.k8s.io/v1'
const FORGED: readonly unknown[] = [
  ...[null, 1, 'x', [], {}, { v: 1 }, { v: VERSION }, { v: null, rv: null, start: null }, { v: `${VERSION}x`, rv: 1 }],
  ...['x', 1.5, -7, 1e15, 1e300, {}, 1].map((rv) => ({ v: VERSION, rv, start: 'a\0' })),
  ...[1, [], '', '../../secrets\0', '\uffff'].map((start) => ({ v: VERSION, rv: -1, start })),
]

/** Continue tokens that somebody made up. */
export function forgedTokens(random: Random, count: number): BadRequest[] {
  const forged = FORGED.map((content) => Buffer.from(JSON.stringify(content)).toString('base64url'))
  const noise = times(count, () => Buffer.from(times(random.int(60), () => random.int(256))).toString('base64url'))
  return [...forged, ...noise].flatMap((token) => [
    asked('GET', `${LEASES}?limit=1&continue=${token}`),
    asked('GET', `/api/v1/configmaps?limit=1&continue=${token}`),
  ])
}

const PIECES = [...words(String.raw`a b/c = == != ! , ( ) < > 1 \ metadata.name`), ' in ', ' notin ', 'x'.repeat(300)]

/** Selectors made of the right pieces in the wrong order. */
export function wrongSelectors(random: Random, count: number): BadRequest[] {
  return times(count, () => {
    const selector = encodeURIComponent(times(1 + random.int(9), () => random.pick(PIECES)).join(''))
    const name = random.pick(['labelSelector', 'fieldSelector'])
    return asked(random.pick(['GET', 'DELETE']), `${LEASES}?${name}=${selector}`)
  })
}

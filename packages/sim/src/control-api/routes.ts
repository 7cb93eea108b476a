import { type Clock, StatusError } from '@skep/base'
import { readSeed, readSpeed, renderConfig } from '../behaviour/config.ts'
import type { Behaviours } from '../behaviour/contracts.ts'
import { invalid, readAmount, readObject } from '../behaviour/fields.ts'
import { renderSection } from '../behaviour/section.ts'
import { renderRecording } from '../recording/render-recording.ts'
import { goDuration } from './go-duration.ts'

/** What the control API is about. */
export interface ControlledSimulation {
  readonly behaviours: Behaviours
  /** The clock of the simulation. */
  readonly clock: Clock
  /** Since when it has been up, in milliseconds of real time. */
  readonly startedAt: number
  /** Real time. */
  readonly wallClock: Clock
  /** How many objects there are, such as `{ clusterDeployments: 5 }`. */
  resources(): Readonly<Record<string, number>>
  /** Which engine its operators have, where there are several. */
  readonly engine?: string | undefined
}

/** One request, taken apart. */
export interface Call {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The parsed body. Throws BadRequest when it is no JSON. */
  body(): unknown
}

type Handler = (simulation: ControlledSimulation, call: Call) => unknown

/** A path below the prefix, with parameters as `:name`, and what each method does there. */
export interface Route {
  readonly path: string
  readonly methods: Readonly<Record<string, Handler>>
  /** One megabyte unless given. */
  readonly maxBodyBytes?: number
}

const OVERRIDE = '/overrides/:type/:namespace/:name'

/** Everything that the control API can do. */
export const ROUTES: readonly Route[] = [
  { path: '/status', methods: { GET: status } },
  { path: '/health', methods: { GET: status } },
  {
    path: '/config',
    methods: {
      GET: ({ behaviours }) => renderConfig(behaviours.config),
      PUT: ({ behaviours }, { body }) => done('updated', () => behaviours.replaceConfig(body())),
    },
  },
  {
    path: '/config/:type',
    methods: {
      GET: ({ behaviours }, { params }) => renderSection(behaviours.of(params['type']!)),
      POST: ({ behaviours }, { params, body }) =>
        done('updated', () => behaviours.changeSection(params['type']!, body())),
    },
  },
  { path: '/overrides', methods: { GET: ({ behaviours }) => ({ items: behaviours.overrides() }) } },
  {
    path: OVERRIDE,
    methods: {
      DELETE: ({ behaviours }, { params }) =>
        done('override cleared', () => behaviours.clearOverride(...objectOf(params))),
    },
  },
  {
    path: `${OVERRIDE}/failure`,
    methods: {
      POST: ({ behaviours }, { params, body }) =>
        done('failure set', () => behaviours.setFailure(...objectOf(params), body())),
    },
  },
  {
    path: `${OVERRIDE}/delay`,
    methods: {
      POST: ({ behaviours }, { params, body }) =>
        done('delay set', () => behaviours.setDelay(...objectOf(params), body())),
    },
  },
  {
    path: `${OVERRIDE}/success`,
    methods: {
      POST: ({ behaviours }, { params }) =>
        done('forced success set', () => behaviours.setSuccess(...objectOf(params))),
    },
  },
  {
    path: '/reset',
    methods: { POST: ({ behaviours }) => done('all overrides cleared', () => behaviours.reset()) },
  },
  {
    path: '/recording',
    maxBodyBytes: 64 << 20,
    methods: {
      GET: ({ behaviours: { replaying } }) => renderRecording(replaying.recording ?? noRecording()),
      PUT: ({ behaviours: { replaying } }, { body }) => done('recording replayed', () => replaying.load(body())),
      DELETE: ({ behaviours: { replaying } }) => done('recording dropped', () => replaying.stop()),
    },
  },
  { path: '/log', methods: { GET: actions } },
  { path: '/clock', methods: { GET: clockState, POST: changeClock } },
  {
    path: '/seed',
    methods: {
      GET: ({ behaviours }) => ({ seed: behaviours.config.seed }),
      PUT: ({ behaviours }, { body }) =>
        done('seed set', () => behaviours.reseed(readSeed(readObject('the body', body())['seed']))),
    },
  },
]

function noRecording(): never {
  throw new StatusError('NotFound', 'no recording is replayed')
}

/** Makes a change, and answers what the API says of it. */
function done(status: string, change: () => void): { status: string } {
  change()
  return { status }
}

/** Objects without a namespace are in `-`. */
function objectOf({ type, namespace, name }: Call['params']): [string, { namespace: string; name: string }] {
  return [type!, { namespace: namespace === '-' ? '' : namespace!, name: name! }]
}

function status({ startedAt, wallClock, engine, resources }: ControlledSimulation) {
  const uptime = goDuration(wallClock.now() - startedAt)
  return { healthy: true, uptime, ...(engine === undefined ? {} : { engine }), resources: resources() }
}

function actions({ behaviours }: ControlledSimulation, { query }: Call) {
  const after = Number(query.get('after') ?? 0)
  if (!Number.isInteger(after)) throw invalid('after must be a whole number')
  return { items: behaviours.actions(after) }
}

function clockState({ behaviours, clock }: ControlledSimulation) {
  return { now: new Date(clock.now()).toISOString(), speed: behaviours.config.speed }
}

/** `rate` is another word for `speed`. */
async function changeClock(simulation: ControlledSimulation, { body }: Call) {
  const { advanceSeconds, rate, speed = rate } = readObject('the body', body())
  if (advanceSeconds === undefined && speed === undefined) throw invalid('give advanceSeconds, or rate or speed')
  if (speed !== undefined) simulation.behaviours.setSpeed(readSpeed(speed))
  if (advanceSeconds !== undefined) {
    await simulation.behaviours.advance(readAmount('advanceSeconds', advanceSeconds) * 1_000)
  }
  return clockState(simulation)
}

import type { ObjectRef } from '@skep/client'
import type { ActionEntry, Failure, OverrideEntry } from '../behaviour/contracts.ts'
import type { Speed } from '../clock/simulation-clock.ts'

/** How a simulation is. */
export interface SimulationStatus {
  readonly healthy: boolean
  readonly uptime: string
  /** Which Hive it has, `simulator` or `full`; absent when it has none. */
  readonly engine?: string
  readonly resources: Readonly<Record<string, number>>
}

/** What time it is in a simulation, and how fast it passes. */
export interface SimulationTime {
  readonly now: string
  readonly speed: Speed
}

/** A section or a whole configuration, as files have it. */
export type ConfigValue = Readonly<Record<string, unknown>>

/** Drives a simulation over its control API. Calls reject with a `ControlApiError` that says what the API said. */
export interface ControlClient {
  status(): Promise<SimulationStatus>
  config(): Promise<ConfigValue>
  replaceConfig(config: ConfigValue): Promise<void>
  /** Types are as in `clusterdeployment`. */
  section(type: string): Promise<ConfigValue>
  /** Changes the fields that are given, and no others. */
  changeSection(type: string, section: ConfigValue): Promise<void>
  overrides(): Promise<OverrideEntry[]>
  setFailure(type: string, object: ObjectRef, failure: Failure): Promise<void>
  setDelay(type: string, object: ObjectRef, delaySeconds: number): Promise<void>
  setSuccess(type: string, object: ObjectRef): Promise<void>
  clearOverride(type: string, object: ObjectRef): Promise<void>
  reset(): Promise<void>
  /** What is replayed; undefined when nothing is. */
  recording(): Promise<ConfigValue | undefined>
  /** Replays a recording, as files have it. */
  replay(recording: ConfigValue): Promise<void>
  stopReplay(): Promise<void>
  /** What was done after a sequence number; everything that is remembered unless given. */
  log(after?: number): Promise<ActionEntry[]>
  time(): Promise<SimulationTime>
  setSpeed(speed: Speed): Promise<SimulationTime>
  advance(seconds: number): Promise<SimulationTime>
  seed(): Promise<number | string>
  reseed(seed: number | string): Promise<void>
}

/** What the control API answered instead of doing what it was asked. */
export class ControlApiError extends Error {
  override readonly name = 'ControlApiError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A client for the control API at an address such as `http://localhost:8080`. */
export function createControlClient({ url, signal }: { url: string; signal?: AbortSignal }): ControlClient {
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url.replace(/\/$/, '')}/api/v1${path}`, {
      method,
      ...(signal ? { signal } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new ControlApiError(answer.status, messageOf(text, answer))
    return JSON.parse(text)
  }
  const change = async (method: string, path: string, body?: unknown) => void (await send(method, path, body))
  return {
    status: () => send('GET', '/status'),
    config: () => send('GET', '/config'),
    replaceConfig: (config) => change('PUT', '/config', config),
    section: (type) => send('GET', `/config/${encodeURIComponent(type)}`),
    changeSection: (type, section) => change('POST', `/config/${encodeURIComponent(type)}`, section),
    overrides: async () => (await send<{ items: OverrideEntry[] }>('GET', '/overrides')).items,
    setFailure: (type, object, failure) => change('POST', `${overridePath(type, object)}/failure`, failure),
    setDelay: (type, object, delaySeconds) => change('POST', `${overridePath(type, object)}/delay`, { delaySeconds }),
    setSuccess: (type, object) => change('POST', `${overridePath(type, object)}/success`),
    clearOverride: (type, object) => change('DELETE', overridePath(type, object)),
    reset: () => change('POST', '/reset'),
    recording: () => send<ConfigValue>('GET', '/recording').catch(ifNotFound),
    replay: (recording) => change('PUT', '/recording', recording),
    stopReplay: () => change('DELETE', '/recording'),
    log: async (after = 0) => (await send<{ items: ActionEntry[] }>('GET', `/log?after=${after}`)).items,
    time: () => send('GET', '/clock'),
    setSpeed: (speed) => send('POST', '/clock', { speed }),
    advance: (advanceSeconds) => send('POST', '/clock', { advanceSeconds }),
    seed: async () => (await send<{ seed: number | string }>('GET', '/seed')).seed,
    reseed: (seed) => change('PUT', '/seed', { seed }),
  }
}

/** Takes an answer that there is nothing for one of nothing. */
function ifNotFound(error: unknown): undefined {
  if (error instanceof ControlApiError && error.status === 404) return undefined
  throw error
}

const overridePath = (type: string, { namespace, name }: ObjectRef): string =>
  ['/overrides', type, namespace || '-', name]
    .map((segment, i) => (i ? encodeURIComponent(segment) : segment))
    .join('/')

/** Whoever answers may not be a control API at all. */
function messageOf(text: string, { status, statusText }: Response): string {
  try {
    return String(JSON.parse(text).error)
  } catch {
    return `${status} ${statusText}`
  }
}

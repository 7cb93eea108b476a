import type { Pod } from '@skep/api'

/** What a pod can say about how it is to be simulated, in its annotations. */
export const ANNOTATIONS = {
  /** Time from being bound to the start of the first container: `2.5`, `500ms`, `1m`. */
  startDelay: 'sim.skep.dev/start-delay',
  /** How long each run of its containers takes, in seconds. */
  runSeconds: 'sim.skep.dev/run-seconds',
  /** What its containers end with; those that would run on end because of it. */
  exitCode: 'sim.skep.dev/exit-code',
  /** `true`: its containers fail soon after each start. */
  crashLoop: 'sim.skep.dev/crash-loop',
  /** `true`: its containers run, but never pass their readiness probe. */
  neverReady: 'sim.skep.dev/never-ready',
} as const

/** How the containers of a pod behave; what is undefined is left to chance and the restart policy. */
export interface Behaviour {
  readonly startMs: number | undefined
  readonly runMs: number | undefined
  readonly exitCode: number | undefined
  readonly crashLoop: boolean
  readonly neverReady: boolean
}

/** Reads the annotations of a pod. A value that makes no sense counts as none. */
export function behaviourOf({ metadata: { annotations = {} } }: Pod): Behaviour {
  return {
    startMs: parseDuration(annotations[ANNOTATIONS.startDelay]),
    runMs: parseDuration(annotations[ANNOTATIONS.runSeconds]),
    exitCode: parseExitCode(annotations[ANNOTATIONS.exitCode]),
    crashLoop: annotations[ANNOTATIONS.crashLoop] === 'true',
    neverReady: annotations[ANNOTATIONS.neverReady] === 'true',
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** A number with a unit; seconds when there is none. */
function parseDuration(text: string | undefined): number | undefined {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text ?? '') ?? []
  return amount === undefined ? undefined : Math.round(Number(amount) * UNIT_MS[unit]!)
}

function parseExitCode(text: string | undefined): number | undefined {
  const code = /^\d{1,3}$/.test(text ?? '') ? Number(text) : Number.NaN
  return code <= 255 ? code : undefined
}

import { formatTime } from '@skep/base'
import type { InstallAttempt } from './infrastructure.ts'

/** How far an attempt is, and how long its parts take. */
export interface LogTimes {
  readonly elapsedMs: number
  readonly initializingMs: number
  readonly provisioningMs: number
}

/** The log of an installer up to now, as it writes it: a time, a level and a message per line. */
export function installLog(attempt: InstallAttempt, times: LogTimes, failure?: string): string {
  const { startedAt, deployment } = attempt
  const { elapsedMs, initializingMs, provisioningMs } = times
  const domain = `${deployment.spec.clusterName}.${deployment.spec.baseDomain}`
  const endMs = initializingMs + provisioningMs
  const steps: readonly (readonly [number, string])[] = [
    [0, 'Reading install config'],
    [initializingMs, 'Creating infrastructure resources'],
    [initializingMs + provisioningMs / 3, `Waiting for the Kubernetes API at https://api.${domain}:6443`],
    [initializingMs + (2 * provisioningMs) / 3, 'Waiting for the cluster to initialize'],
    [endMs, 'Install complete'],
  ]
  const reached = steps.filter(([atMs]) => atMs <= elapsedMs && !(failure !== undefined && atMs === endMs))
  const lines = reached.map(([atMs, message]) => line(startedAt + atMs, 'info', message))
  if (failure !== undefined) lines.push(line(startedAt + elapsedMs, 'fatal', failure))
  return `${lines.join('\n')}\n`
}

const line = (time: number, level: string, message: string): string =>
  `time=${JSON.stringify(formatTime(time))} level=${level} msg=${JSON.stringify(message)}`

import { humanDuration } from '@skep/base'
import { columns } from '../../columns.ts'
import { describeSeconds, type Picture } from '../screen.ts'
import type { Progress, StepProgress } from './progress.ts'
import { describeHostedCluster, describeNodePool } from './readings.ts'

/** How far everything is: the steps, the objects, and what was seen last. Fits into a terminal of 24 lines. */
export function pictureOf(progress: Progress, elapsedMs: number): Picture {
  const { title, steps, shown, kubeconfig } = progress
  const objects = describeObjects(progress)
  const steppedOn = describeSteps(steps, elapsedMs)
  const path = kubeconfig === undefined ? '' : `kubeconfig of the tenant: ${kubeconfig}`
  const seen = shown ? `$ ${shown.command}\n${shown.output}` : ''
  const parts = [`${title}\n${steppedOn}`, columns(objects), seen || path]
  return {
    lines: parts
      .filter((part) => part !== '')
      .join('\n\n')
      .split('\n'),
    news: new Map([
      ['title', title],
      ...steps.map((step, index): [string, string] => [`step ${index}`, describeStep(step)]),
      ...objects.map(([name = '', state = '']): [string, string] => [name, `${name}  ${state}`]),
      ['kubeconfig', path],
      ['seen', seen],
      ['summary', steps.every(isDone) ? `done\n${steppedOn}` : ''],
    ]),
  }
}

/** All steps in a table, with how long each took or has taken so far, and all of them together. */
function describeSteps(steps: readonly StepProgress[], elapsedMs: number): string {
  const simulated = steps.map(({ simulatedMs }) => simulatedMs ?? 0).reduce((sum, ms) => sum + ms, 0)
  return columns([
    ['  STEP', 'TIME', 'SIMULATED'],
    ...steps.map((step) => {
      const { title, startedMs, realMs, simulatedMs } = step
      const time = startedMs === undefined ? '' : describeSeconds(realMs ?? elapsedMs - startedMs)
      return [`${markOf(step)} ${title}`, time, simulatedMs === undefined ? '' : humanDuration(simulatedMs)]
    }),
    ['  all of it', describeSeconds(elapsedMs), simulated === 0 ? '' : humanDuration(simulated)],
  ])
}

const isDone = ({ realMs }: StepProgress): boolean => realMs !== undefined

const markOf = ({ startedMs, realMs }: StepProgress): string =>
  realMs !== undefined ? '✓' : startedMs !== undefined ? '>' : ' '

function describeStep({ title, startedMs, realMs, simulatedMs }: StepProgress): string {
  if (startedMs === undefined) return ''
  if (realMs === undefined) return `> ${title}`
  const simulated = simulatedMs === undefined ? '' : `, ${humanDuration(simulatedMs)} simulated`
  return `✓ ${title} (${describeSeconds(realMs)}${simulated})`
}

const describeObjects = ({ hostedCluster, components, pools }: Progress): string[][] => [
  ...(hostedCluster
    ? [[`hostedcluster/${hostedCluster.metadata.name}`, describeHostedCluster(hostedCluster, [...components.values()])]]
    : []),
  ...[...pools.values()].map((pool) => [`nodepool/${pool.metadata.name}`, describeNodePool(pool)]),
]

import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StatusError } from '@skep/base'
import { type Client, createClient } from '@skep/client'
import { recordShard } from '@skep/operator-hive'
import { type Recording, renderRecording } from '@skep/sim'
import { stringify } from 'yaml'
import { type KubeconfigChoice, openKubeconfig } from '../explain/open-kubeconfig.ts'
import { UserError } from '../failure.ts'
import { stopRequested } from '../stop.ts'
import { describeRecording } from './describe-recording.ts'

/** What is recorded, for how long, and where that goes. */
export interface RecordFlags extends KubeconfigChoice {
  readonly namespace?: string
  /** `-` is standard output. */
  readonly output: string
  /** True for any number of clusters. */
  readonly untilReady?: number | true
  readonly for?: number
  readonly past?: boolean
  readonly verbose?: boolean
}

/** Records a shard until what was asked for has happened, or somebody stops it, and writes that down. */
export async function record(flags: RecordFlags): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  stopRequested().then(stop)
  const late = flags.for === undefined ? undefined : setTimeout(stop, flags.for)
  const endpoint = await openKubeconfig(flags)
  prepare(flags.output)
  const client = createClient({ kubeconfig: endpoint, userAgent: 'skep-sim-record' })
  try {
    const recording = await recordFrom(client, flags, stopping.signal)
    if (recording.objects.length === 0) throw new UserError(nothing(flags))
    write(recording, flags.output)
  } finally {
    clearTimeout(late)
    client.close()
  }
}

async function recordFrom(client: Client, flags: RecordFlags, signal: AbortSignal): Promise<Recording> {
  const { namespace, untilReady, past = false } = flags
  try {
    return await recordShard(
      { client },
      {
        ...(namespace === undefined ? {} : { namespace }),
        ...(untilReady === undefined ? {} : { untilSettled: untilReady === true ? 1 : untilReady }),
        past,
        signal,
        onReady: (kinds) => console.error(announcement(kinds, flags)),
      },
    )
  } catch (cause) {
    const because = cause instanceof StatusError ? cause.message : (cause as Error).message
    throw new UserError(`${client.target} cannot be recorded: ${because}`, { cause })
  }
}

const nothing = ({ past }: RecordFlags): string =>
  `nothing was recorded: no cluster and no claim ${past ? 'was there' : 'was under way; --past takes those that were before'}`

function announcement(kinds: readonly string[], { namespace, untilReady, for: ms }: RecordFlags): string {
  const where = namespace === undefined ? 'everywhere' : `in ${namespace}`
  const count = typeof untilReady === 'number' && untilReady > 1 ? `${untilReady} clusters are` : 'a cluster is'
  const ends = [
    ...(untilReady === undefined ? [] : [`until ${count} ready or failed`]),
    ...(ms === undefined ? [] : [`for ${ms / 1_000} s at most`]),
    'Ctrl-C ends it',
  ]
  return `Recording ${kinds.join(', ')} ${where}; ${ends.join(', ')}`
}

/** Whoever records for an hour wants to know before that the file cannot be written. */
function prepare(output: string): void {
  if (output === '-') return
  try {
    mkdirSync(dirname(resolve(output)), { recursive: true })
    // Makes no file: one that is there may be a recording, which stays until there is another.
    accessSync(existsSync(output) ? output : dirname(resolve(output)), constants.W_OK)
  } catch (cause) {
    throw new UserError(`${output} cannot be written: ${(cause as Error).message}; name another file with --output`, {
      cause,
    })
  }
}

function write(recording: Recording, output: string): void {
  const text = stringify(renderRecording(recording), { lineWidth: 0 })
  if (output === '-') return void process.stdout.write(text)
  writeFileSync(output, text)
  console.log(`${describeRecording(recording)}\nwritten to ${output}`)
}

import { type ControlClient, loadConfigFile, type Recording } from '@skep/sim'
import { UserError } from '../failure.ts'
import { describeRecording } from './describe-recording.ts'

/** What to do about a replay. */
export interface ReplayChoice {
  /** The recording to replay; shows what is replayed unless given. */
  readonly file?: string | undefined
  /** Replays nothing any more. */
  readonly stop?: boolean
}

/** Replays a recording, or nothing, or tells what is replayed. Returns what to say. */
export async function replay(client: ControlClient, { file, stop }: ReplayChoice): Promise<string> {
  if (stop && file !== undefined) throw new UserError('give a recording or --stop, not both')
  if (stop) {
    await client.stopReplay()
    return 'nothing is replayed any more'
  }
  if (file === undefined) return describeReplay(client)
  // What is wrong with it is told by the simulation, which knows what it can replay.
  await client.replay((await loadConfigFile(file, 'recording')) as Record<string, unknown>)
  return `${await describeReplay(client)}\nreplayed by objects that are made from now on`
}

async function describeReplay(client: ControlClient): Promise<string> {
  const recording = await client.recording()
  // The simulation has read it, and gives it as it was written, where nothing that is shown is left out.
  return recording === undefined ? 'nothing is replayed' : describeRecording(recording as unknown as Recording)
}

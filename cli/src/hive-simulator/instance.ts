import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ApiServer, ApiServerOptions } from '@skep/apiserver'
import { explainStart, isDirectoryTaken, isPortTaken } from '../failure.ts'

/** What a user may fix about an instance; what is left open is chosen so that no other instance is in the way. */
export interface InstanceChoice {
  readonly dataDir?: string
  readonly port?: number
  readonly ephemeral?: boolean
  readonly host: string
}

/** A server with the folder that is its alone. */
export interface Instance {
  readonly server: ApiServer
  /** Nothing is kept without one. */
  readonly dataDir?: string
  /** 1 unless others run beside it. */
  readonly number: number
}

export const DEFAULT_DATA_DIR = '.skep/hive-simulator'
const FIRST_PORT = 6443
const MOST_INSTANCES = 64

type Start = (options: Pick<ApiServerOptions, 'dataDir' | 'port' | 'host'>) => Promise<ApiServer>

/**
 * Starts the first instance that does not run yet. Each has its own folder, and keeps the port that it got at first, so
 * that a kubeconfig stays good when it is started again.
 */
export async function startInstance(choice: InstanceChoice, start: Start): Promise<Instance> {
  if (choice.ephemeral) return { server: await startOnFreePort(choice, start), number: 1 }
  if (choice.dataDir !== undefined) return startIn(resolve(choice.dataDir), 1, choice, start)
  for (let number = 1; number <= MOST_INSTANCES; number++) {
    const dataDir = resolve(number === 1 ? DEFAULT_DATA_DIR : `${DEFAULT_DATA_DIR}-${number}`)
    try {
      return await startIn(dataDir, number, choice, start)
    } catch (error) {
      if (!isDirectoryTaken(error)) throw error
    }
  }
  throw new Error(`${MOST_INSTANCES} instances run already: stop one, or choose a folder with --data-dir`)
}

async function startIn(dataDir: string, number: number, choice: InstanceChoice, start: Start): Promise<Instance> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const keptPort = readPort(dataDir)
  const options = { ...choice, dataDir }
  const server =
    keptPort === undefined || choice.port !== undefined
      ? await startOnFreePort(options, start, FIRST_PORT + number - 1)
      : await start({ ...options, port: keptPort }).catch((error: unknown) => {
          throw explainStart(error, { host: choice.host, port: keptPort, portOption: '--port' })
        })
  writeFileSync(portFile(dataDir), `${server.port}\n`)
  return { server, dataDir, number }
}

/** On the port that was asked for, or else on the usual one, or else on any. */
async function startOnFreePort(
  { dataDir, port, host }: InstanceChoice,
  start: Start,
  usualPort = FIRST_PORT,
): Promise<ApiServer> {
  const at = (number: number) => start({ ...(dataDir === undefined ? {} : { dataDir }), host, port: number })
  try {
    return await at(port ?? usualPort)
  } catch (error) {
    if (port === undefined && isPortTaken(error)) return at(0)
    throw explainStart(error, { host, port: port ?? usualPort, portOption: '--port' })
  }
}

const portFile = (dataDir: string): string => join(dataDir, 'port')

function readPort(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(portFile(dataDir), 'utf8')) || undefined
  } catch {
    return undefined
  }
}

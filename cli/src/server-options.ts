import type { LogLevel } from '@skep/base'
import { type Command, Option } from 'commander'
import { parseNames, parsePort, parseTime } from './options.ts'

/** What every command that runs an API server can be told. */
export interface ServerOptions {
  readonly dataDir: string
  readonly ephemeral?: boolean
  readonly host: string
  readonly port?: number
  readonly kubeconfig?: string
  readonly disableControllers?: readonly string[]
  /** In milliseconds. */
  readonly requestTimeout?: number
  readonly logLevel: LogLevel
  readonly logFormat: 'text' | 'json'
  readonly verbose?: boolean
}

/** Port of the Kubernetes API, as in the guides of Kubernetes. */
export const DEFAULT_PORT = 6443

/** Adds those options to a command. */
export function addServerOptions(command: Command): Command {
  return command
    .option('--data-dir <dir>', 'where objects, keys and certificates are kept', '.skep')
    .option('--ephemeral', 'keep nothing: memory only')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', `port of the Kubernetes API, 0 for any free one (default: ${DEFAULT_PORT})`, parsePort)
    .option('--kubeconfig <file>', 'where to write the admin kubeconfig, mode 0600 (default: kubeconfig in --data-dir)')
    .option('--disable-controllers <a,b>', 'controllers not to run, such as deployment,scheduler', parseNames())
    .option('--request-timeout <time>', 'how long a request may take to arrive (default: 60s)', parseTime)
    .addOption(
      new Option('--log-level <level>', 'what to log on standard error')
        .choices(['error', 'info', 'debug'])
        .default('error'),
    )
    .addOption(new Option('--log-format <format>', 'how to log').choices(['text', 'json']).default('text'))
    .option('--verbose', 'show where an error comes from')
}

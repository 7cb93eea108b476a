import { Command } from 'commander'
import { VERSION } from './version.ts'

const EXAMPLES = `
Examples:
  skep up                                     everything, kept in ./.skep
  skep up --ephemeral --ports-from 7000       a throw-away one beside it
  skep apiserver --ephemeral --port 0         only the API server, on any free port
  skep up --help                              all options of a command`

const EXIT_CODES = `
Exit codes: 0 done, 1 failed (the reason is on standard error), 2 wrong usage.`

/** What adds each command. A command is loaded when it is asked for: all of them take longer than most take to run. */
const COMMANDS = new Map<string, () => Promise<(program: Command) => void>>([
  ['up', async () => (await import('./commands/up.ts')).addUpCommand],
  ['apiserver', async () => (await import('./commands/apiserver.ts')).addApiServerCommand],
  ['controllers', async () => (await import('./commands/controllers.ts')).addControllersCommand],
  ['hive-simulator', async () => (await import('./commands/hive-simulator.ts')).addHiveSimulatorCommand],
  ['provision-shard', async () => (await import('./commands/provision-shard.ts')).addProvisionShardCommand],
  ['clusters-service', async () => (await import('./commands/clusters-service.ts')).addClustersServiceCommand],
  ['sim', async () => (await import('./commands/sim.ts')).addSimCommand],
  ['wait', async () => (await import('./commands/wait.ts')).addWaitCommand],
  ['explain', async () => (await import('./commands/explain.ts')).addExplainCommand],
  ['demo', async () => (await import('./commands/demo.ts')).addDemoCommand],
  ['version', async () => (await import('./commands/version.ts')).addVersionCommand],
])

/** The `skep` command with the command that the words begin with; with all, when they begin with none. */
export async function createProgram(words: readonly string[] = []): Promise<Command> {
  const program = new Command('skep')
    .description('Kubernetes clusters as a service, from an order to ready nodes.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(run with --help for usage and examples)')
    .addHelpText('after', EXAMPLES)
    .addHelpText('afterAll', EXIT_CODES)
    .configureOutput({ outputError: (text, write) => write(`skep: ${text.replace(/^error: /, '')}`) })
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

  const asked = COMMANDS.get(words[0] ?? '')
  for (const load of asked ? [asked] : COMMANDS.values()) (await load())(program)
  return program
}

import { Command } from 'commander'
import { addApiServerCommand } from './commands/apiserver.ts'
import { addClustersServiceCommand } from './commands/clusters-service.ts'
import { addControllersCommand } from './commands/controllers.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addExplainCommand } from './commands/explain.ts'
import { addHiveSimulatorCommand } from './commands/hive-simulator.ts'
import { addProvisionShardCommand } from './commands/provision-shard.ts'
import { addSimCommand } from './commands/sim.ts'
import { addUpCommand } from './commands/up.ts'
import { addVersionCommand } from './commands/version.ts'
import { addWaitCommand } from './commands/wait.ts'
import { VERSION } from './version.ts'

const EXAMPLES = `
Examples:
  skep up                                     everything, kept in ./.skep
  skep up --ephemeral --ports-from 7000       a throw-away one beside it
  skep apiserver --ephemeral --port 0         only the API server, on any free port
  skep up --help                              all options of a command`

const EXIT_CODES = `
Exit codes: 0 done, 1 failed (the reason is on standard error), 2 wrong usage.`

/** The `skep` command with all that it can do. */
export function createProgram(): Command {
  const program = new Command('skep')
    .description('Kubernetes clusters as a service, from an order to ready nodes.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(run with --help for usage and examples)')
    .addHelpText('after', EXAMPLES)
    .addHelpText('afterAll', EXIT_CODES)
    .configureOutput({ outputError: (text, write) => write(`skep: ${text.replace(/^error: /, '')}`) })
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

  addUpCommand(program)
  addApiServerCommand(program)
  addControllersCommand(program)
  addHiveSimulatorCommand(program)
  addProvisionShardCommand(program)
  addClustersServiceCommand(program)
  addSimCommand(program)
  addWaitCommand(program)
  addExplainCommand(program)
  addDemoCommand(program)
  addVersionCommand(program)
  return program
}

import type { Command } from 'commander'
import { VERSION } from '../version.ts'

const EXAMPLES = `
Examples:
  skep version          0.1.0`

/** `skep version`: what is installed. */
export function addVersionCommand(program: Command): void {
  program
    .command('version')
    .description('print the version')
    .addHelpText('after', EXAMPLES)
    .action(() => console.log(VERSION))
}

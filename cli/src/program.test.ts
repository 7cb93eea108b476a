import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from './program.ts'

/** A command and all below it. */
const withCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withCommands)]

/** What `--help` prints. */
function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return help
}

it('shows examples and exit codes in the help of every command', () => {
  const helps = withCommands(createProgram()).map(helpOf)

  expect(helps.length).toBeGreaterThan(25)
  for (const help of helps) {
    expect(help).toMatch(/\nExamples:\n {2}skep /)
    expect(help).toContain('Exit codes: 0 done, 1 failed')
  }
})

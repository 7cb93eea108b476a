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

it('shows examples and exit codes in the help of every command', async () => {
  const helps = withCommands(await createProgram()).map(helpOf)

  expect(helps.length).toBeGreaterThan(25)
  for (const help of helps) {
    expect(help).toMatch(/\nExamples:\n {2}skep /)
    expect(help).toContain('Exit codes: 0 done, 1 failed')
  }
})

it('loads no more than the command that is asked for', async () => {
  const names = async (...words: string[]) => (await createProgram(words)).commands.map((command) => command.name())

  expect(await names('wait', '--help')).toEqual(['wait'])
  expect(await names('--help')).toContain('apiserver')
  expect(await names('help', 'up')).toEqual(await names())
})

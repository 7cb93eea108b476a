/** One block of commands of a guide, and what the guide says that they print. */
export interface GuideStep {
  readonly commands: string
  /** Written as ```sh fails: the last command has another exit code than 0. */
  readonly fails: boolean
  /** The ```text block that follows. */
  readonly output?: string
}

/** The blocks of commands of a guide, in order. */
export function stepsOf(markdown: string): GuideStep[] {
  const steps: GuideStep[] = []
  for (const [, language, text = ''] of markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)) {
    if (language === 'sh' || language === 'sh fails') steps.push({ commands: text, fails: language !== 'sh' })
    if (language === 'text') steps.push({ ...steps.pop()!, output: text })
  }
  return steps
}

/** The commands of the ```console blocks of a document, which have prompts, with what they print. */
export function consoleStepsOf(markdown: string): GuideStep[] {
  const blocks = [...markdown.matchAll(/^```console\n(.*?)^```$/gms)].map(([, text = '']) => text)
  return blocks.flatMap((text) => text.split(/^\$ /m).slice(1).map(consoleStepOf))
}

function consoleStepOf(text: string): GuideStep {
  // A command goes on after a backslash.
  const [commands = ''] = /^(?:.*\\\n)*.*\n/.exec(text) ?? []
  const output = text.slice(commands.length)
  return { commands, fails: false, ...(output === '' ? {} : { output }) }
}

/** What is printed between the output of one step and that of the next. */
const BOUNDARY = '-- end of a step --'

/** Stops at the first command that fails, and ends whatever was started. */
const STRICT = "set -euo pipefail; exec 2>&1; trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\n"

/** One script of all steps, so that variables and jobs of one are there in the next. */
export const scriptOf = (steps: readonly GuideStep[]): string => STRICT + steps.map(renderStep).join('')

const renderStep = ({ commands, fails }: GuideStep): string =>
  `${fails ? `set +e\n${commands}code=$?; set -e; test $code != 0\n` : commands}echo '${BOUNDARY}'\n`

/** What each step printed. */
export const outputsOf = (output: string): string[] => output.split(new RegExp(`${BOUNDARY}\\n?`))

/**
 * A pattern for what a guide says is printed: `...` is anything, alone on a line any number of lines. Blanks, ages, ports,
 * ids, ends of generated names and `/tmp` may differ, as they do from run to run.
 */
export const patternOf = (text: string): RegExp => new RegExp(text.trimEnd().split('\n').map(patternOfLine).join(''))

function patternOfLine(line: string): string {
  const text = line.trim()
  return text === '...'
    ? '(.*\\n)*'
    : `[ \\t]*${LOOSENED.reduce((pattern, [from, to]) => pattern.replace(from, to), text)}[ \\t]*\\n`
}

/** What differs from run to run, in a line whose special characters are escaped first. */
const LOOSENED: readonly (readonly [RegExp, string])[] = [
  [/[.*+?^${}()|[\]\\]/g, '\\$&'],
  [/\\\.\\\.\\\./g, '.*'],
  [/[0-9a-v]{32}/g, '[0-9a-v]{32}'],
  // The letters of which Kubernetes makes the ends of names; a machine has the end of its set's name in its own.
  [/-[bcdfghjklmnpqrstvwxz2456789]{5}(?=(-[bcdfghjklmnpqrstvwxz2456789]{5})?( |$))/g, '-\\w{5}'],
  [/\b(\d+m)?\d+s(?= |$)/g, '\\w+'],
  [/:\d{4}\b/g, ':\\d+'],
  [/\/tmp\//g, '\\S*/'],
  [/ +/g, ' +'],
]

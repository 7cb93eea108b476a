import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from './free-ports.ts'
import { openShell, type Shell } from './shell.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

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

/** What is printed between the output of one step and that of the next. */
const BOUNDARY = '-- end of a step --'

/** Stops at the first command that fails, and ends whatever was started. */
const STRICT = "set -euo pipefail; exec 2>&1; trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\n"

/** One script of all steps, so that variables and jobs of one are there in the next. */
export const scriptOf = (steps: readonly GuideStep[]): string => STRICT + steps.map(renderStep).join('')

const renderStep = ({ commands, fails }: GuideStep): string =>
  `${fails ? `set +e\n${commands}code=$?; set -e; test $code != 0\n` : commands}echo '${BOUNDARY}'\n`

/** What each step printed. */
export const outputsOf = (output: string): string[] => output.split(`${BOUNDARY}\n`)

/**
 * A pattern for what a guide says is printed: `...` is anything, alone on a line any number of lines. Blanks, ages, ports,
 * ids and `/tmp` may differ, as they do from run to run.
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
  [/\b(\d+m)?\d+s(?= |$)/g, '\\w+'],
  [/:\d{4}\b/g, ':\\d+'],
  [/\/tmp\//g, '\\S*/'],
  [/ +/g, ' +'],
]

/** A folder that looks like the root of a clone, in which a guide may leave what it makes. */
export interface Clone {
  /** Runs what a guide prints, with its usual ports and `/tmp` replaced by free ones and the folder. */
  run(script: string): Promise<string>
  remove(): void
}

/** Opens a folder in which the programs use free ports when a command names none. */
export async function openClone(): Promise<Clone> {
  const folder = mkdtempSync(join(tmpdir(), 'skep-guide-'))
  for (const name of readdirSync(ROOT).filter((entry) => !entry.startsWith('.'))) {
    symlinkSync(join(ROOT, name), join(folder, name))
  }
  const [control, secondControl, service] = await freePorts(3)
  const ports = { 8080: control, 8081: secondControl, 8001: service }
  const sh: Shell = openShell(
    folder,
    {
      HOME: folder,
      TMPDIR: folder,
      HIVE_SIMULATOR_API_PORT: String(control),
      SKEP_SIM_URL: `http://localhost:${control}`,
      CLUSTERS_SERVICE_PORT: String(service),
      SKEP_CLUSTERS_URL: `http://localhost:${service}`,
    },
    { timeLimitMs: 90_000 },
  )
  return {
    run: (script) => sh(relocate(script, folder, ports)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Where a command names a port or `/tmp`, it is replaced; where it does not, the environment has taken its place. */
function relocate(script: string, folder: string, ports: Readonly<Record<string, number | undefined>>): string {
  const moved = script.replaceAll('/tmp/', `${folder}/`)
  return moved.replace(/(localhost:|-port )(\d{4})\b/g, (all, before, port) => {
    const other = ports[port]
    return other === undefined ? all : `${before}${other}`
  })
}

/** The text of a file of the clone. */
export const readDocument = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from './free-ports.ts'
import { openShell } from './shell.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A folder that looks like the root of a clone, in which a guide may leave what it makes. */
export interface Clone {
  /** Runs what a guide prints, with its usual ports and `/tmp` replaced by free ones and the folder. */
  run(script: string): Promise<string>
  remove(): void
}

/** Opens a folder in which the programs use free ports when a command names none. */
export async function openClone(timeLimitMs = 90_000): Promise<Clone> {
  const folder = mkdtempSync(join(tmpdir(), 'skep-guide-'))
  for (const name of readdirSync(ROOT).filter((entry) => !entry.startsWith('.'))) {
    symlinkSync(join(ROOT, name), join(folder, name))
  }
  const [control, secondControl, service] = await freePorts(3)
  const ports = { 8080: control, 8081: secondControl, 8001: service }
  const sh = openShell(
    folder,
    {
      HOME: folder,
      TMPDIR: folder,
      HIVE_SIMULATOR_API_PORT: String(control),
      SKEP_SIM_URL: `http://localhost:${control}`,
      CLUSTERS_SERVICE_PORT: String(service),
      SKEP_CLUSTERS_URL: `http://localhost:${service}`,
    },
    { timeLimitMs },
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

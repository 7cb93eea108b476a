import { readFile } from 'node:fs/promises'
import { parseYaml } from '@skep/schema'

/** The value of a file in YAML or JSON, unchecked. The error says which file, and whether it is there. */
export async function loadConfigFile(path: string, what = 'config file'): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new Error(`failed to read ${what} ${path}: ${messageOf(cause)}`, { cause })
  }
  try {
    return parseYaml(text).value
  } catch (cause) {
    throw new Error(`failed to parse ${what} ${path}: ${messageOf(cause)}`, { cause })
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

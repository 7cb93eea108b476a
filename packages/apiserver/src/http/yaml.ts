import { createRequire } from 'node:module'
import type { stringify } from 'yaml'

const require = createRequire(import.meta.url)

/** Writes YAML. The library is loaded when someone first asks for YAML: few do, and it takes a megabyte. */
export function stringifyYaml(value: unknown): string {
  const yaml = require('yaml') as { stringify: typeof stringify }
  return yaml.stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, indentSeq: false, sortMapEntries: true })
}

import { nameSuffix } from '@skep/base'

const MAX_LENGTH = 63
const SUFFIX_LENGTH = 5
const DEFAULT_TEMPLATE = '{{ .machineSet.name }}-{{ .random }}'
const RANDOM = /\{\{\s*\.random\s*\}\}/g
/** A name for the next machine of a set, by the template that the set may have. */
export function machineName({ metadata, spec }, random) {
  const template = spec.machineNamingStrategy?.template ?? DEFAULT_TEMPLATE
  const base = template
    .replaceAll(/\{\{\s*\.machineSet\.name\s*\}\}/g, metadata.name)
    .replaceAll(/\{\{\s*\.cluster\.name\s*\}\}/g, spec.clusterName)
  const name = base.replaceAll(RANDOM, nameSuffix(random))
  if (name === base) throw new Error('cannot generate Machine name: {{ .random }} is missing in machineNaming.template')
  return name.length <= MAX_LENGTH ? name : `${name.slice(0, MAX_LENGTH - SUFFIX_LENGTH)}${nameSuffix(random)}`
}
//# sourceMappingURL=names.js.map

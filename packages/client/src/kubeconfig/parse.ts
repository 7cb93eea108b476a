import { type Json, parseYaml } from '@skep/schema'

/**
 * What a kubeconfig says, as YAML or JSON. Throws an Error that says where it is neither, and not what is written there:
 * that may be a key, and the message is told in conditions and logs.
 */
export function parseKubeconfig(text: string): Json {
  try {
    return parseYaml(text).value
  } catch (error) {
    const [where] = /\bline \d+\b/.exec(error instanceof Error ? error.message : '') ?? []
    throw new Error(`the kubeconfig is not YAML${where === undefined ? '' : `, see ${where}`}`)
  }
}

import { type Json, parseSecretYaml } from '@skep/schema'

/** What a kubeconfig says, as YAML or JSON. Throws an Error that says where it is neither, and nothing of what is in it. */
export function parseKubeconfig(text: string): Json {
  try {
    return parseSecretYaml(text).value
  } catch (error) {
    throw new Error(`the kubeconfig is ${error instanceof Error ? error.message : String(error)}`)
  }
}

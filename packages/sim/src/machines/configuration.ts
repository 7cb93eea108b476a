import type { Clock } from '@skep/base'
import type { FetchIgnition } from './contracts.ts'
import { type IgnitionSource, MACHINE_FILES, parseIgnition } from './ignition.ts'

/** What a machine has to know to join. */
export interface MachineConfiguration {
  readonly bootstrapKubeconfig: string
  /** That of the API unless given. */
  readonly kubeletVersion: string | undefined
  readonly nodeAnnotations: Readonly<Record<string, string>>
}

const OK = 200
/** How much of an answer is worth repeating. */
const EXCERPT = 200

/** Collects the configuration that user data lead to. Rejects with what is wrong; trying again may help. */
export async function fetchConfiguration(
  userData: string,
  { fetchIgnition, clock }: { readonly fetchIgnition: FetchIgnition; readonly clock: Clock },
): Promise<MachineConfiguration> {
  const { files, sources } = parseIgnition(userData)
  const collected = new Map(files)
  // Simulated time waits for the answer, wherever it comes from.
  const release = clock.hold()
  try {
    for (const source of sources)
      for (const [path, text] of await fetchFiles(source, fetchIgnition)) collected.set(path, text)
  } finally {
    release()
  }
  const bootstrapKubeconfig = collected.get(MACHINE_FILES.bootstrapKubeconfig)
  if (bootstrapKubeconfig === undefined) {
    throw new Error(`the Ignition configuration has no file ${MACHINE_FILES.bootstrapKubeconfig}`)
  }
  return {
    bootstrapKubeconfig,
    kubeletVersion: collected.get(MACHINE_FILES.kubeletVersion)?.trim(),
    nodeAnnotations: readTexts(collected.get(MACHINE_FILES.nodeAnnotations) ?? '{}'),
  }
}

/** The texts of a JSON object by key. */
function readTexts(json: string): Record<string, string> {
  const entries = Object.entries(JSON.parse(json) ?? {})
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])))
}

async function fetchFiles(source: IgnitionSource, fetchIgnition: FetchIgnition): Promise<ReadonlyMap<string, string>> {
  const { status, body } = await fetchIgnition(source)
  if (status !== OK) throw new Error(`${source.url} answered ${status}: ${body.trim().slice(0, EXCERPT)}`)
  return parseIgnition(body).files
}

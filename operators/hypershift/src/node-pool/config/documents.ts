import { LruMap } from '@skep/base'
import { goJson, isObject, type Json, type JsonObject, parseYaml } from '@skep/schema'

/** What a text of YAML documents holds. */
export interface Documents {
  /** Each document, defaulted, as JSON with sorted keys. */
  readonly texts: readonly string[]
  /** What is wrong with documents that are not among them. */
  readonly problems: readonly string[]
}

/** What a kind of document is made into. */
export type DocumentKinds = Readonly<Record<string, (document: JsonObject) => JsonObject>>

const BUILT_IN_POOL = { matchLabels: { 'machineconfiguration.openshift.io/mco-built-in': '' } }
const asItIs = (document: JsonObject): JsonObject => document

const forWorkers = (document: JsonObject): JsonObject => {
  const metadata = member(document, 'metadata')
  const labels = { ...member(metadata, 'labels'), 'machineconfiguration.openshift.io/role': 'worker' }
  return { ...document, metadata: { ...metadata, labels } }
}

const forBuiltInPool = (document: JsonObject): JsonObject => ({
  ...document,
  spec: { ...member(document, 'spec'), machineConfigPoolSelector: BUILT_IN_POOL },
})

/** What the configuration of machines may hold. */
export const MACHINE_CONFIG_KINDS: DocumentKinds = {
  'machineconfiguration.openshift.io/v1 MachineConfig': forWorkers,
  'machineconfiguration.openshift.io/v1 KubeletConfig': forBuiltInPool,
  'machineconfiguration.openshift.io/v1 ContainerRuntimeConfig': forBuiltInPool,
  'operator.openshift.io/v1alpha1 ImageContentSourcePolicy': asItIs,
  'config.openshift.io/v1 ImageDigestMirrorSet': asItIs,
  'config.openshift.io/v1 ClusterImagePolicy': asItIs,
  'config.openshift.io/v1alpha1 ClusterImagePolicy': (document) => ({
    ...document,
    apiVersion: 'config.openshift.io/v1',
  }),
}

/** What the tuning of nodes may hold. */
export const TUNING_KINDS: DocumentKinds = {
  'tuned.openshift.io/v1 Tuned': asItIs,
  'performance.openshift.io/v2 PerformanceProfile': asItIs,
}

/** How many texts are remembered: those of many clusters are the same. */
const REMEMBERED = 1_000
const remembered = new Map<DocumentKinds, LruMap<Documents>>()

/** Reads YAML documents of certain kinds. Texts that were read lately are remembered. */
export function readDocuments(text: string, kinds: DocumentKinds): Documents {
  let known = remembered.get(kinds)
  if (!known) remembered.set(kinds, (known = new LruMap(REMEMBERED)))
  const found = known.get(text)
  if (found) return found
  const documents = parseDocuments(text, kinds)
  known.set(text, documents)
  return documents
}

/** Lines that begin with three dashes end a document, as in all tools of Kubernetes. */
const SEPARATOR = /^---.*$/m

function parseDocuments(text: string, kinds: DocumentKinds): Documents {
  const texts: string[] = []
  const problems: string[] = []
  for (const part of text.split(SEPARATOR)) {
    if (part.trim() === '') continue
    try {
      const document = parseDocument(part, kinds)
      if (document) texts.push(goJson(document))
    } catch (error) {
      problems.push(`error decoding config: ${error instanceof Error ? error.message : error}`)
    }
  }
  return { texts, problems }
}

/** Undefined for one that says nothing, such as a comment. */
function parseDocument(text: string, kinds: DocumentKinds): JsonObject | undefined {
  const { value } = parseYaml(text)
  if (value === null) return undefined
  if (!isObject(value)) throw new Error('json: cannot unmarshal into an object')
  const { apiVersion, kind } = value
  if (typeof kind !== 'string' || kind === '') throw new Error(`Object 'Kind' is missing in '${text.trim()}'`)
  const complete = Object.hasOwn(kinds, `${apiVersion} ${kind}`) ? kinds[`${apiVersion} ${kind}`] : undefined
  if (!complete) throw new Error(`no kind "${kind}" is registered for version "${apiVersion}"`)
  return complete(value)
}

const member = (object: JsonObject, name: string): JsonObject => {
  const found: Json | undefined = object[name]
  return isObject(found) ? found : {}
}

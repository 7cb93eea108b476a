import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Clock, realClock } from '@skep/base'
import type { Endpoint } from '../transport/endpoint.ts'
import { readSelfContained } from './self-contained.ts'

/** Where a kubeconfig comes from. Without text and path: `$KUBECONFIG`, `~/.kube/config`, or the pod's service account. */
export interface KubeconfigSource {
  /** The kubeconfig itself, as YAML or JSON. */
  readonly text?: string
  /** File that holds it. */
  readonly path?: string
  /** Context to use instead of the current one. */
  readonly context?: string
  /** Decides when files and tokens are looked at again; real time unless given. */
  readonly clock?: Clock
}

/**
 * Reads a kubeconfig: client certificates, tokens, exec plug-ins, auth providers, in-cluster. Throws an Error that says
 * what is missing. The library that knows all forms takes most of a second to load, so a kubeconfig that holds all it
 * needs, as most written by programs do, is read without it.
 */
export async function loadKubeconfig(source: KubeconfigSource = {}): Promise<Endpoint> {
  const path = source.path ?? (source.text === undefined ? defaultPath() : undefined)
  const text = source.text ?? (path === undefined ? undefined : await readFile(path, 'utf8'))
  const endpoint = text === undefined ? undefined : readSelfContained(text, source.context)
  if (endpoint) return endpoint
  const { loadWithLibrary } = await import('./with-library.ts')
  return loadWithLibrary({ ...source, path }, source.clock ?? realClock)
}

/**
 * Reads a kubeconfig that somebody else wrote, such as one in a Secret. Throws an Error for one that is not complete in
 * itself: the files that it names would be ours, and so would be the machine on which its programs run.
 */
export function readForeignKubeconfig(text: string): Endpoint {
  const endpoint = readSelfContained(text)
  if (endpoint) return endpoint
  throw new Error(
    'the kubeconfig has to hold its server, certificates and tokens itself, and name no files, programs or proxies',
  )
}

/** The one file where kubectl would look, if it is one. Several files, and a pod's account, are for the library to read. */
function defaultPath(): string | undefined {
  const files = (process.env['KUBECONFIG'] ?? '').split(delimiter).filter((file) => file !== '')
  if (files.length > 0) return files.length === 1 ? files[0] : undefined
  const file = join(homedir(), '.kube', 'config')
  return existsSync(file) ? file : undefined
}

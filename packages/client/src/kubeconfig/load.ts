import { readFile } from 'node:fs/promises'
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
  const text = source.text ?? (source.path === undefined ? undefined : await readFile(source.path, 'utf8'))
  const endpoint = text === undefined ? undefined : readSelfContained(text, source.context)
  if (endpoint) return endpoint
  const { loadWithLibrary } = await import('./with-library.ts')
  return loadWithLibrary(source, source.clock ?? realClock)
}

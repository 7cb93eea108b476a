import type { SchemaNode } from '../node.ts'
import { defaultsCompiler } from './defaults.ts'
import { decodeResource, pruneMetadata } from './metadata.ts'
import { nullCompiler } from './nulls.ts'
import { pruneCompiler } from './prune.ts'
import { resourceVisitor } from './resources.ts'
import { problemOf, type Shaping } from './shape.ts'

/**
 * Custom resources, as their CRD describes them. Their metadata (and that of resources inside them) is typed, whatever
 * the CRD says of it; all else has the types that validation finds, so that decoding lets it pass.
 */
export function shapeCustom(node: SchemaNode): Shaping {
  const prune = pruneCompiler()({ ...node, 'x-kubernetes-embedded-resource': true })
  const visitResources = resourceVisitor()(node)
  const dropNulls = nullCompiler()(node)
  const applyDefaults = defaultsCompiler()(node)
  return {
    decode: (value) =>
      problemOf(() => {
        decodeResource(value, '')
        visitResources?.(value, '', decodeResource)
      }),
    prune: (value, onUnknown) => {
      pruneMetadata(value, '', onUnknown)
      inOrder(onUnknown, (report) => prune?.(value, { path: [], onUnknown: report }))
      inOrder(onUnknown, (report) =>
        visitResources?.(value, '', (resource, path) => pruneMetadata(resource, path, report)),
      )
    },
    applyDefaults: (value) => {
      dropNulls?.(value)
      applyDefaults?.(value)
    },
  }
}

type Report = ((path: string) => void) | undefined

/** Reports paths sorted, as the API server does for custom resources. */
function inOrder(onUnknown: Report, walk: (report: Report) => void): void {
  const found: string[] = []
  walk(onUnknown && ((path) => found.push(path)))
  for (const path of found.sort()) onUnknown?.(path)
}

import { ConfigMap, Deployment } from '@skep/api'
import type { SchemaNode } from '@skep/schema'
import { serveKind } from '../../clusters/served-kinds.ts'
import type { DefinitionVersion } from '../../crd/definition.ts'
import { serveDefinition } from '../../crd/serve.ts'
import { aDefinition, aVersion } from '../../crd/test/fixture.ts'

export const configMaps = serveKind(ConfigMap)
export const deployments = serveKind(Deployment)

const color: SchemaNode = { type: 'string', description: 'What it looks like.', enum: ['red', 'green'] }

/** Widgets of `example.com/v1` with a status; `rest` changes their version. */
export function widgets(rest: Partial<DefinitionVersion> = {}) {
  const { spec } = aDefinition({ versions: [aVersion('v1', { color }, { subresources: { status: {} }, ...rest })] })
  return serveDefinition({ spec, names: spec.names }).stored
}

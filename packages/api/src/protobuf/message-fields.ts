import { accessMessages } from './access.ts'
import { clusterMessages } from './cluster.ts'
import { coreObjectsMessages } from './core-objects.ts'
import { corePodsMessages } from './core-pods.ts'
import { coreVolumesMessages } from './core-volumes.ts'
import { extensionMessages } from './extension.ts'
import { type MessageField, type MessageTable, parseFields } from './messages.ts'
import { metaMessages } from './meta.ts'
import { workloadsMessages } from './workloads.ts'

const TABLES: readonly MessageTable[] = [
  metaMessages,
  corePodsMessages,
  coreVolumesMessages,
  coreObjectsMessages,
  workloadsMessages,
  accessMessages,
  clusterMessages,
  extensionMessages,
]

/** Components whose protobuf messages are known, such as `io.k8s.api.core.v1.PodSpec`. */
export const messageComponents = (): string[] =>
  TABLES.flatMap((table) =>
    Object.entries(table).flatMap(([packageName, messages]) =>
      Object.keys(messages).map((name) => `${packageName}.${name}`),
    ),
  )

/** The protobuf fields of an OpenAPI component, in the order of their numbers; undefined when it is none of ours. */
export function messageFields(component: string): MessageField[] | undefined {
  const dot = component.lastIndexOf('.')
  const packageName = component.slice(0, dot)
  const name = component.slice(dot + 1)
  for (const table of TABLES) {
    const text = table[packageName]?.[name]
    if (text !== undefined) return parseFields(text, packageName)
  }
  return undefined
}

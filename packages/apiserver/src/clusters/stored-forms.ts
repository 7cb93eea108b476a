import { autoscalerFromV1, autoscalerToV1, toCoreEvent, toEventsV1 } from '@skep/api'
import { apiVersionOf, type KindDefinition, type KubeObject } from '@skep/schema'
import type { ServedResource } from '../contracts.ts'
import { serveKind } from './served-kinds.ts'

/** A resource that is another one in new clothes; both are seen and kept as the first. */
interface Form {
  readonly storedIn: string
  toStored(object: KubeObject): KubeObject
  fromStored(object: KubeObject): KubeObject
}

// The resource says which kind an object is, and its schema has been checked by then.
const FORMS: Readonly<Record<string, Form>> = {
  'events.k8s.io/v1/events': {
    storedIn: 'v1/events',
    toStored: (event) => toCoreEvent(event as Parameters<typeof toCoreEvent>[0]),
    fromStored: (event) => toEventsV1(event as Parameters<typeof toEventsV1>[0]),
  },
  'autoscaling/v1/horizontalpodautoscalers': {
    storedIn: 'autoscaling/v2/horizontalpodautoscalers',
    toStored: (scaler) => autoscalerFromV1(scaler as Parameters<typeof autoscalerFromV1>[0]),
    fromStored: (scaler) => autoscalerToV1(scaler as Parameters<typeof autoscalerToV1>[0]),
  },
}

/** Kinds as the server serves them; those that are kept as another find it among them. */
export function serveKinds(kinds: readonly KindDefinition[]): ServedResource[] {
  const plain = new Map(kinds.filter((kind) => !FORMS[pathOf(kind)]).map((kind) => [pathOf(kind), serveKind(kind)]))
  return kinds.map((kind) => plain.get(pathOf(kind)) ?? serveForm(kind, plain))
}

function serveForm(kind: KindDefinition, served: ReadonlyMap<string, ServedResource>): ServedResource {
  const { storedIn, toStored, fromStored } = FORMS[pathOf(kind)]!
  const resource = served.get(storedIn)
  if (!resource) throw new Error(`${pathOf(kind)} is kept in ${storedIn}, which is not served`)
  return serveKind(kind, { resource, toStored, fromStored })
}

const pathOf = (kind: KindDefinition): string => `${apiVersionOf(kind)}/${kind.plural}`

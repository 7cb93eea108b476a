import { Binding, builtInKinds, DeleteOptions, Eviction, Scale, TokenRequest } from '@skep/api'
import { apiVersionOf, type SchemaNode } from '@skep/schema'

/** Type of an object in a body. */
export interface BodyType {
  readonly apiVersion: string
  readonly kind: string
}

const keyOf = ({ apiVersion, kind }: BodyType): string => `${apiVersion}/${kind}`

const SCHEMAS: ReadonlyMap<string, SchemaNode> = new Map([
  ...builtInKinds.map((kind): [string, SchemaNode] => [
    keyOf({ apiVersion: apiVersionOf(kind), kind: kind.kind }),
    kind.schema.node,
  ]),
  ['v1/Binding', Binding.node],
  ['policy/v1/Eviction', Eviction.node],
  // Clients from before policy/v1 evict with this one, which says the same.
  ['policy/v1beta1/Eviction', Eviction.node],
  ['autoscaling/v1/Scale', Scale.node],
  ['authentication.k8s.io/v1/TokenRequest', TokenRequest.node],
])

/** The schema of what a body may hold: a built-in kind, or what a subresource or a delete takes. */
export const bodySchema = (type: BodyType): SchemaNode | undefined =>
  // Every group has the options of deletes in its own versions.
  type.kind === 'DeleteOptions' ? DeleteOptions.node : SCHEMAS.get(keyOf(type))

import { type Properties, type Schema, s, type TypeOf } from '@skep/schema'

type Members = Record<string, Schema<unknown>>

/** The type of an object whose attributes may all be absent. */
export type Attributes<M extends Members> = { [K in keyof M]?: TypeOf<M[K]> }

/** An object whose attributes may all be absent, as every object of this API is: clients send what they care about. */
export function attributes<M extends Members>(members: M): Schema<Attributes<M>> {
  const properties: Properties = {}
  for (const [name, schema] of Object.entries(members)) properties[name] = s.optional(keepEmpty(schema))
  // `object` computes the same type from the optional properties, which the loop hides from the compiler.
  return s.object(properties) as Schema<Attributes<M>>
}

/** A list or map that a client emptied is empty, not absent. */
function keepEmpty(schema: Schema<unknown>): Schema<unknown> {
  const { type, additionalProperties } = schema.node
  return type === 'array' || additionalProperties !== undefined ? s.with(schema, { omitEmpty: false }) : schema
}

/** A reference to another object of the API: clients send its id, and may send kind and href back. */
export const link = attributes({ kind: s.string(), id: s.string(), href: s.string() })

/** An amount with its unit, such as 30 minutes or 600 GiB. */
export const amount = attributes({ value: s.number({ minimum: 0 }), unit: s.string() })

/** Free labels, tags and properties. */
export const textMap = s.map(s.string())

/** The lower and the upper limit of an autoscaled machine pool. */
export const autoscaling = attributes({
  min_replicas: s.int32({ minimum: 0 }),
  max_replicas: s.int32({ minimum: 0 }),
})

/** A taint that the nodes of a pool carry. */
export const taint = attributes({
  key: s.string({ minLength: 1 }),
  value: s.string(),
  effect: s.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
})

/** The disk that a machine boots from. */
export const rootVolume = attributes({
  aws: attributes({ size: s.int32({ minimum: 1 }), iops: s.int32({ minimum: 1 }) }),
  gcp: attributes({ size: s.int32({ minimum: 1 }) }),
})

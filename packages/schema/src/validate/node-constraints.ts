import type { Json, JsonObject } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { arrayConstraints, enumConstraint, objectConstraints } from './collections.ts'
import type { Constraint } from './constraint.ts'
import { numberConstraints } from './numbers.ts'
import { formatConstraint, stringConstraints } from './strings.ts'
import { nullConstraint, typeConstraint } from './types.ts'

/** All that one node asks of a value, by the kind of value; what its children ask is not in here. */
export interface NodeConstraints {
  type: Constraint<Json> | undefined
  null: Constraint<null> | undefined
  string: Constraint<string>[]
  format: Constraint<string> | undefined
  number: Constraint<number>[]
  array: Constraint<Json[]>[]
  object: Constraint<JsonObject>[]
  enum: Constraint<Json> | undefined
}

const known = new WeakMap<SchemaNode, NodeConstraints>()

/** Compiles the constraints of a node, once. */
export function constraintsOf(node: SchemaNode): NodeConstraints {
  let constraints = known.get(node)
  if (constraints === undefined) {
    constraints = {
      type: typeConstraint(node),
      null: nullConstraint(node),
      string: stringConstraints(node),
      format: formatConstraint(node),
      number: numberConstraints(node),
      array: arrayConstraints(node),
      object: objectConstraints(node),
      enum: enumConstraint(node),
    }
    known.set(node, constraints)
  }
  return constraints
}

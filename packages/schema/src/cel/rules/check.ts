import { indexPath, keyPath, memberPath } from '../../compile/path.ts'
import { type FieldError, fieldError } from '../../field-error.ts'
import { LAZY, type SchemaNode } from '../../node.ts'
import { checkRuleTexts } from '../../structural/rule-texts.ts'
import { type Declaration, declareSchema, MAX_REQUEST_SIZE } from '../schema/declaration.ts'
import { escapeName } from '../schema/escape.ts'
import { checkRule, type Findings } from './check-rule.ts'
import { TotalCost } from './total-cost.ts'

/** A schema on the walk through a CRD. */
interface Place {
  node: SchemaNode
  path: string
  isResource: boolean
  /** Undefined when no rule here or above has needed it yet, or expressions cannot see this schema. */
  declaration: Declaration | undefined
  /** How many values of the schema one object may hold; undefined for any number. */
  cardinality: number | undefined
  /** The list around this schema whose items cannot be told apart, so that there is no old value. */
  uncorrelatable: string | undefined
  /** Rules below `not`, `anyOf` and so on are never evaluated. */
  isEvaluated: boolean
}

/**
 * What is wrong with the expressions of the rules of a CRD's schema, and whether they are too expensive. `path` is where
 * the schema stands in the CRD. The schema must be structural; rules with malformed texts are left alone.
 */
export function checkRules(node: SchemaNode, path: string): FieldError[] {
  const findings: Findings = { errors: [], total: new TotalCost() }
  const root = { declaration: undefined, cardinality: 1, uncorrelatable: undefined, isEvaluated: true }
  checkPlace(findings, { node, path, isResource: true, ...root })
  return [...findings.errors, ...findings.total.errors(path)]
}

/** Checks the rules at a place and below it; false when the texts of some of them are malformed. */
function checkPlace(findings: Findings, place: Place): boolean {
  const { node, path } = place
  if (node[LAZY]) return true
  const rules = node['x-kubernetes-validations'] ?? []
  // A schema is declared for the sake of its own rules or of those above it, and its parts share the declaration.
  const needed = rules.length > 0 || place.declaration !== undefined
  const declaration = needed ? (place.declaration ?? declareSchema(node, place.isResource)) : undefined
  const arePartsFine = checkParts(findings, { ...place, declaration })
  const areTextsFine = arePartsFine && checkRuleTexts(node, path).length === 0
  if (rules.length === 0 || !areTextsFine || !place.isEvaluated) return areTextsFine
  if (declaration) {
    const cardinality = place.cardinality ?? Math.floor(MAX_REQUEST_SIZE / (declaration.minSize + 1))
    for (const [index, rule] of rules.entries()) {
      const at = indexPath(memberPath(path, 'x-kubernetes-validations'), index)
      checkRule(findings, rule, { ...place, path: at, declaration, cardinality })
    }
  } else findings.errors.push(undeclared(path))
  return true
}

const undeclared = (path: string) =>
  fieldError.internal(
    memberPath(path, 'x-kubernetes-validations'),
    'internal error: failed to construct type information for x-kubernetes-validations rules: ' +
      'unable to convert structural schema to CEL declarations',
  )

function checkParts(findings: Findings, place: Place): boolean {
  return partsOf(place)
    .map((part) => checkPlace(findings, part))
    .every(Boolean)
}

function partsOf(place: Place): Place[] {
  const { node, path, declaration } = place
  const cardinality = innerCardinality(place)
  const part = (keyword: string, inner: SchemaNode, more: Partial<Place>): Place => ({
    ...place,
    ...{ node: inner, path: memberPath(path, keyword), isResource: isEmbedded(inner), cardinality },
    ...more,
  })
  const element = { declaration: declaration?.element }
  const isCorrelatable = node['x-kubernetes-list-type'] === 'map'
  const uncorrelatable = place.uncorrelatable ?? (isCorrelatable ? undefined : path)
  return [
    ...(typeof node.additionalProperties === 'object'
      ? [part('additionalProperties', node.additionalProperties, element)]
      : []),
    ...Object.entries(node.properties ?? {}).map(([name, inner]) =>
      part(keyPath('properties', name), inner, { declaration: declaration?.fields?.get(escapeName(name) ?? '') }),
    ),
    ...logicalParts(node).map(([keyword, inner]) =>
      part(keyword, inner, { declaration: undefined, isEvaluated: false }),
    ),
    ...(node.items ? [part('items', node.items, { ...element, uncorrelatable })] : []),
  ]
}

const isEmbedded = (node: SchemaNode) => node['x-kubernetes-embedded-resource'] === true

function logicalParts({ not, allOf, oneOf, anyOf }: SchemaNode): (readonly [string, SchemaNode])[] {
  const each = (keyword: string, parts: SchemaNode[] = []) =>
    parts.map((part, index) => [indexPath(keyword, index), part] as const)
  return [
    ...(not ? [['not', not] as const] : []),
    ...each('allOf', allOf),
    ...each('oneOf', oneOf),
    ...each('anyOf', anyOf),
  ]
}

/** How many values the parts of a schema may have; what a list or map without a limit holds is not bounded. */
function innerCardinality({ node, cardinality }: Place): number | undefined {
  const factor =
    node.type === 'array'
      ? node.maxItems
      : node.type === 'object' && node.additionalProperties !== undefined
        ? node.maxProperties
        : 1
  return cardinality === undefined || factor === undefined ? undefined : cardinality * Math.max(factor, 0)
}

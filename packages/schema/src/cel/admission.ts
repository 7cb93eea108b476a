import { goQuote } from '../go-text.ts'
import type { Json } from '../json.ts'
import type { Activation } from './evaluate/frame.ts'
import { compileExpression, composedType, type Expression, type ExpressionOptions } from './expression.ts'
import {
  AUTHORIZER,
  type Authorize,
  authorizerValue,
  RESOURCE_CHECK,
  requestResourceValue,
} from './library/authorizer.ts'
import { type CelType, listOf, mapOf, objectType, TYPES } from './types/type.ts'
import { fail } from './values/failure.ts'
import { fromJson } from './values/json.ts'
import type { CelMap, Value } from './values/value.ts'

/** The cost that all expressions of a policy, and the variables they use, may have for one request. */
export const ADMISSION_COST_BUDGET = 10_000_000
/** The cost that the match conditions of a policy or webhook may have for one request. */
export const MATCH_CONDITIONS_COST_BUDGET = 2_500_000

const { bool, dyn, int, string, timestamp } = TYPES
const strings = listOf(string)

const structure = (name: string, fields: Readonly<Record<string, CelType>>): CelType =>
  objectType(`kubernetes.${name}`, (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined))

const KIND = structure('GroupVersionKind', { group: string, version: string, kind: string })
const RESOURCE = structure('GroupVersionResource', { group: string, version: string, resource: string })
const USER = structure('UserInfo', { username: string, uid: string, groups: strings, extra: mapOf(string, strings) })
const REQUEST = structure('AdmissionRequest', {
  kind: KIND,
  resource: RESOURCE,
  subResource: string,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: string,
  name: string,
  namespace: string,
  operation: string,
  userInfo: USER,
  dryRun: bool,
  options: dyn,
})
const NAMESPACE = structure('Namespace', {
  metadata: structure('NamespaceMetadata', {
    name: string,
    generateName: string,
    namespace: string,
    labels: mapOf(string, string),
    annotations: mapOf(string, string),
    UID: string,
    creationTimestamp: timestamp,
    deletionGracePeriodSeconds: int,
    deletionTimestamp: timestamp,
    generation: int,
    resourceVersion: string,
    finalizers: strings,
  }),
  spec: structure('NamespaceSpec', { finalizers: strings }),
  status: structure('NamespaceStatus', {
    conditions: listOf(
      structure('NamespaceCondition', {
        status: string,
        type: string,
        lastTransitionTime: timestamp,
        message: string,
        reason: string,
      }),
    ),
    phase: string,
  }),
})

/** Types of the variables that expressions of admission may use. */
export function admissionVariables(has: { params?: boolean; authorizer?: boolean }): Record<string, CelType> {
  return {
    object: dyn,
    oldObject: dyn,
    namespaceObject: NAMESPACE,
    request: REQUEST,
    ...(has.params ? { params: dyn } : {}),
    ...(has.authorizer ? { authorizer: AUTHORIZER, 'authorizer.requestResource': RESOURCE_CHECK } : {}),
  }
}

/** What expressions of admission look at. Objects that there are none of are null. */
export interface AdmissionInput {
  object: Json
  oldObject: Json
  /** An AdmissionRequest without `uid`, `object` and `oldObject`. */
  request: Json
  namespaceObject?: Json
  params?: Json
  authorizer?: {
    authorize: Authorize
    requestResource: Parameters<typeof requestResourceValue>[1]
  }
}

/** The values of the variables for one request. */
export function admissionActivation(input: AdmissionInput): Record<string, Value> {
  const { authorizer } = input
  return {
    object: fromJson(input.object),
    oldObject: fromJson(input.oldObject),
    request: fromJson(input.request),
    namespaceObject: fromJson(input.namespaceObject ?? null),
    params: fromJson(input.params ?? null),
    ...(authorizer && {
      authorizer: authorizerValue(authorizer.authorize),
      'authorizer.requestResource': requestResourceValue(authorizer.authorize, authorizer.requestResource),
    }),
  }
}

/** The `variables` of a policy, each of which may use those before it. */
export interface Composition {
  /** What each variable compiled to, in order. */
  readonly compiled: readonly { name: string; expression: Expression | { error: string } }[]
  /** Types of all variables, `variables` included, for the other expressions of the policy. */
  readonly variables: Record<string, CelType>
  /**
   * Adds `variables` to the values for a request. Each is evaluated when it is first looked at, and what that costs is
   * told.
   */
  activate(activation: Activation, onCost: (cost: number) => void): Activation
}

/** Compiles the variables of a policy. */
export function composeVariables(
  declared: readonly { name: string; expression: string }[],
  variables: ExpressionOptions['variables'],
): Composition {
  const fields = new Map<string, CelType>()
  const type = objectType('kubernetes.variables', (field) => fields.get(field))
  const all = { ...variables, variables: type }
  const compiled = declared.map(({ name, expression: source }) => {
    const expression = compileExpression(source, { variables: all })
    fields.set(name, 'error' in expression ? dyn : composedType(expression))
    return { name, expression }
  })
  const byName = new Map(compiled.map(({ name, expression }) => [name, expression]))
  return {
    compiled,
    variables: all,
    activate(activation, onCost) {
      const lazy = new LazyVariables(byName, onCost)
      const activated = { ...activation, variables: lazy }
      lazy.activation = activated
      return activated
    },
  }
}

/** Variables that are evaluated when they are first looked at. */
class LazyVariables implements CelMap {
  readonly celKind = 'map'
  activation: Activation = {}
  private readonly expressions: ReadonlyMap<string, Expression | { error: string }>
  private readonly onCost: (cost: number) => void
  private readonly values = new Map<string, Value | { failure: string }>()

  constructor(expressions: ReadonlyMap<string, Expression | { error: string }>, onCost: (cost: number) => void) {
    this.expressions = expressions
    this.onCost = onCost
  }

  get size(): number {
    return this.expressions.size
  }

  keys(): Value[] {
    return [...this.expressions.keys()]
  }

  find(key: Value): Value | undefined {
    const expression = typeof key === 'string' ? this.expressions.get(key) : undefined
    if (expression === undefined || typeof key !== 'string') return undefined
    const known = this.values.get(key) ?? this.evaluate(key, expression)
    this.values.set(key, known)
    return typeof known === 'object' && known !== null && 'failure' in known ? fail(known.failure) : known
  }

  private evaluate(name: string, expression: Expression | { error: string }): Value | { failure: string } {
    const variable = `composited variable ${goQuote(name)}`
    if ('error' in expression) return { failure: `${variable} fails to compile: ${expression.error}` }
    const outcome = expression.evaluate(this.activation)
    this.onCost(outcome.cost)
    return 'error' in outcome ? { failure: `${variable} fails to evaluate: ${outcome.error}` } : outcome.value
  }
}

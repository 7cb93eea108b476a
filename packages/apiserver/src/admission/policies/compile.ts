import type { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from '@skep/api'
import {
  admissionVariables,
  type CelExpression,
  type Composition,
  compileExpression,
  composeVariables,
} from '@skep/schema'
import type { ClusterView } from '../../contracts.ts'
import type { MatchCriteria, Rule } from '../match.ts'
import { type CompiledConditions, compileConditions } from '../match-conditions.ts'

type Compiled = CelExpression | { error: string }
type MatchResources = NonNullable<NonNullable<ValidatingAdmissionPolicy['spec']>['matchConstraints']>

export interface CompiledValidation {
  source: string
  message: string | undefined
  reason: string | undefined
  expression: Compiled
  messageExpression: Compiled | undefined
}

export interface CompiledPolicy {
  name: string
  criteria: MatchCriteria
  failsClosed: boolean
  paramKind: { apiVersion?: string | undefined; kind?: string | undefined } | undefined
  conditions: CompiledConditions | undefined
  composition: Composition
  validations: CompiledValidation[]
  bindings: CompiledBinding[]
}

export interface CompiledBinding {
  name: string
  criteria: MatchCriteria | undefined
  actions: readonly string[]
  paramRef: NonNullable<ValidatingAdmissionPolicyBinding['spec']>['paramRef']
}

const POLICIES = { group: 'admissionregistration.k8s.io', resource: 'validatingadmissionpolicies' }
const BINDINGS = { group: 'admissionregistration.k8s.io', resource: 'validatingadmissionpolicybindings' }

/** What the policies of a cluster are made from. */
export const POLICY_SOURCES = [POLICIES, BINDINGS]

/** The policies of a cluster that something binds, ready for requests. */
export function compilePolicies({ objects }: ClusterView): CompiledPolicy[] {
  const bindings = objects.list(BINDINGS) as ValidatingAdmissionPolicyBinding[]
  if (bindings.length === 0) return []
  return (objects.list(POLICIES) as ValidatingAdmissionPolicy[]).flatMap((policy) => {
    const own = bindings.filter(({ spec }) => spec?.policyName === policy.metadata.name)
    return own.length > 0 ? [compilePolicy(policy, own.map(compileBinding))] : []
  })
}

function compileBinding({ metadata, spec }: ValidatingAdmissionPolicyBinding): CompiledBinding {
  return {
    name: metadata.name ?? '',
    criteria: spec?.matchResources && criteriaOf(spec.matchResources),
    actions: spec?.validationActions ?? [],
    paramRef: spec?.paramRef,
  }
}

function compilePolicy({ metadata, spec }: ValidatingAdmissionPolicy, bindings: CompiledBinding[]): CompiledPolicy {
  const variables = admissionVariables({ params: spec?.paramKind !== undefined, authorizer: true })
  const composition = composeVariables(spec?.variables ?? [], variables)
  return {
    name: metadata.name ?? '',
    criteria: criteriaOf(spec?.matchConstraints ?? {}),
    failsClosed: spec?.failurePolicy !== 'Ignore',
    paramKind: spec?.paramKind,
    conditions: compileConditions(spec?.matchConditions, variables),
    composition,
    validations: (spec?.validations ?? []).map(({ expression, message, messageExpression, reason }) => ({
      source: expression,
      message,
      reason,
      expression: compileExpression(expression, { variables: composition.variables, result: 'bool' }),
      messageExpression: messageExpression
        ? compileExpression(messageExpression, { variables: composition.variables, result: 'string' })
        : undefined,
    })),
    bindings,
  }
}

/** A binding without rules of its own takes whatever the policy takes. */
const EVERYTHING: Rule[] = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*', '*/*'] }]

function criteriaOf(match: MatchResources): MatchCriteria {
  return {
    rules: match.resourceRules?.length ? match.resourceRules : EVERYTHING,
    excludedRules: match.excludeResourceRules,
    matchPolicy: match.matchPolicy,
    namespaceSelector: match.namespaceSelector,
    objectSelector: match.objectSelector,
  }
}

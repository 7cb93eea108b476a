import { type Reason, StatusError } from '@skep/base'
import { ADMISSION_COST_BUDGET, admissionActivation, type CelExpression, type Json } from '@skep/schema'
import type { AdmissionPlugin, AdmissionRequest, ServedResource } from '../../contracts.ts'
import { qualified } from '../../registry/errors.ts'
import type { AuthorizerOf } from '../authorizer.ts'
import type { ConfigIndex } from '../config-index.ts'
import { isExempt, matchRequest } from '../match.ts'
import { namespaceOf } from '../namespace-lifecycle.ts'
import { describeRequest, inVersion } from '../review-request.ts'
import type { CompiledBinding, CompiledPolicy, CompiledValidation } from './compile.ts'
import { findParams } from './params.ts'

type Activation = Parameters<CelExpression['evaluate']>[0]

/** What a validation, or the way to it, found wrong. */
interface Violation {
  message: string
  reason: string
}

/** Refuses, warns about or notes writes that break a ValidatingAdmissionPolicy. */
export function policyPlugin(policies: ConfigIndex<CompiledPolicy[]>, authorizerOf: AuthorizerOf): AdmissionPlugin {
  return {
    name: 'ValidatingAdmissionPolicy',
    handles: (request) => !isExempt(request) && policies.of(request.cluster).length > 0,
    validate: async (request) => {
      for (const policy of policies.of(request.cluster)) {
        const matched = matchRequest(policy.criteria, request)
        if (!matched) continue
        for (const binding of policy.bindings) {
          if (binding.criteria && !matchRequest(binding.criteria, request)) continue
          act(request, policy, binding, await evaluate(request, matched, policy, binding, authorizerOf))
        }
      }
    },
  }
}

async function evaluate(
  request: AdmissionRequest,
  matched: ServedResource,
  policy: CompiledPolicy,
  binding: CompiledBinding,
  authorizerOf: AuthorizerOf,
): Promise<Violation[]> {
  const found = findParams(policy, binding, request)
  if ('error' in found) return failure(policy, found.error)
  const violations: Violation[] = []
  for (const params of found.params) {
    const activation = await activationOf(request, matched, params, authorizerOf)
    const conditions = policy.conditions?.(activation) ?? { matches: true }
    if ('error' in conditions) violations.push(...failure(policy, conditions.error))
    else if (conditions.matches) violations.push(...validate(policy, activation))
  }
  return violations
}

async function activationOf(
  request: AdmissionRequest,
  matched: ServedResource,
  params: Json,
  authorizerOf: AuthorizerOf,
): Promise<Activation> {
  const { namespace, cluster } = request
  return admissionActivation({
    object: await inVersion(request, matched, request.object),
    oldObject: await inVersion(request, matched, request.oldObject),
    request: describeRequest(request, matched),
    namespaceObject: ((namespace && namespaceOf(cluster, namespace)) || null) as unknown as Json,
    params,
    authorizer: authorizerOf(request),
  })
}

/** All validations share one budget, which the variables they use draw on too. */
function validate(policy: CompiledPolicy, base: Activation): Violation[] {
  let budget = ADMISSION_COST_BUDGET
  const spend = (cost: number): void => {
    budget -= cost
  }
  const activation = policy.composition.activate(base, spend)
  const run = (expression: CelExpression) => {
    const outcome = expression.evaluate(activation, budget)
    spend(outcome.cost)
    return outcome
  }
  return policy.validations.flatMap((validation) => {
    const { expression, source } = validation
    const outcome = 'error' in expression ? expression : run(expression)
    if ('error' in outcome) return failure(policy, `expression '${source}' resulted in error: ${outcome.error}`)
    return outcome.value === true ? [] : [violationOf(validation, run)]
  })
}

function violationOf(
  { message, messageExpression, reason = 'Invalid', source }: CompiledValidation,
  run: (expression: CelExpression) => ReturnType<CelExpression['evaluate']>,
): Violation {
  const outcome = messageExpression && !('error' in messageExpression) ? run(messageExpression) : undefined
  const computed = outcome && 'value' in outcome && typeof outcome.value === 'string' ? outcome.value.trim() : ''
  const usable = computed !== '' && !computed.includes('\n')
  return { reason, message: usable ? computed : message?.trim() || `failed expression: ${source.trim()}` }
}

const failure = ({ failsClosed }: CompiledPolicy, message: string): Violation[] =>
  failsClosed ? [{ reason: 'Invalid', message }] : []

function act(
  request: AdmissionRequest,
  policy: CompiledPolicy,
  { name, actions }: CompiledBinding,
  violations: Violation[],
): void {
  const who = `ValidatingAdmissionPolicy '${policy.name}' with binding '${name}'`
  if (actions.includes('Warn')) {
    for (const { message } of violations) request.context.warn(`Validation failed for ${who}: ${message}`)
  }
  const [first] = violations
  if (first && actions.includes('Deny')) throw denied(request, first.reason, `${who} denied request: ${first.message}`)
}

function denied({ resource, name }: AdmissionRequest, reason: string, message: string): StatusError {
  const { group } = resource
  return new StatusError(reason as Reason, `${qualified(resource)} "${name}" is forbidden: ${message}`, {
    details: { name, ...(group ? { group } : {}), kind: resource.resource, causes: [{ message }] },
  })
}

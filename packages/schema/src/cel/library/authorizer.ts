import { findFormat } from '../../formats/registry.ts'
import { type CelType, objectType, TYPES } from '../types/type.ts'
import { fail } from '../values/failure.ts'
import type { Opaque, Value } from '../values/value.ts'
import { declare, type Library, method } from './declare.ts'

const { bool, string } = TYPES
const named = (name: string) => objectType(`kubernetes.authorization.${name}`)

/** The type of the variable `authorizer`. */
export const AUTHORIZER = named('Authorizer')
/** The type of a question about a resource. */
export const RESOURCE_CHECK = named('ResourceCheck')
const PATH_CHECK = named('PathCheck')
const GROUP_CHECK = named('GroupCheck')
const DECISION = named('Decision')

/** What a rule asks an authorizer: may the user, or a service account, do this? */
export interface AccessCheck {
  verb: string
  /** Instead of the user who makes the request. */
  serviceAccount?: { namespace: string; name: string }
  /** Set for paths that are no resources. */
  path?: string
  group: string
  resource: string
  subresource: string
  namespace: string
  name: string
  fieldSelector: string
  labelSelector: string
}

/** What an authorizer answers. */
export interface AccessDecision {
  allowed: boolean
  reason?: string
  error?: string
}

/** Answers questions about access, at once. */
export type Authorize = (check: AccessCheck) => AccessDecision

type Question = Omit<AccessCheck, 'verb'>

const NO_QUESTION: Question = {
  group: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  fieldSelector: '',
  labelSelector: '',
}

/** An authorizer, or a question to it on its way to completion. */
class QuestionValue implements Opaque {
  readonly celKind = 'opaque'
  readonly type: CelType
  readonly authorize: Authorize
  readonly question: Question

  constructor(type: CelType, authorize: Authorize, question: Question) {
    this.type = type
    this.authorize = authorize
    this.question = question
  }

  with(type: CelType, more: Partial<Question>): QuestionValue {
    return new QuestionValue(type, this.authorize, { ...this.question, ...more })
  }

  equals(other: Opaque): boolean {
    return this === other
  }
}

class DecisionValue implements Opaque {
  readonly celKind = 'opaque'
  readonly type = DECISION
  readonly decision: AccessDecision

  constructor(decision: AccessDecision) {
    this.decision = decision
  }

  equals(other: Opaque): boolean {
    return this === other
  }
}

/** The variable `authorizer`. */
export const authorizerValue = (authorize: Authorize): Value => new QuestionValue(AUTHORIZER, authorize, NO_QUESTION)

/** The variable `authorizer.requestResource`: the resource that the request is about. */
export const requestResourceValue = (
  authorize: Authorize,
  resource: Pick<AccessCheck, 'group' | 'resource' | 'subresource' | 'namespace' | 'name'>,
): Value => new QuestionValue(RESOURCE_CHECK, authorize, { ...NO_QUESTION, ...resource })

const check = (question: QuestionValue, verb: string) =>
  new DecisionValue(question.authorize({ ...question.question, verb }))

const refine = (name: keyof Question) => (question: QuestionValue, text: string) =>
  question.with(RESOURCE_CHECK, { [name]: text })

const refinement = (name: keyof Question & string, id: string) =>
  declare(name, method(id, [RESOURCE_CHECK, string], RESOURCE_CHECK, refine(name)))

function path(authorizer: QuestionValue, text: string): QuestionValue {
  return text.trim() === '' ? fail('path must not be empty') : authorizer.with(PATH_CHECK, { path: text })
}

function resource(group: QuestionValue, text: string): QuestionValue {
  return text.trim() === '' ? fail('resource must not be empty') : group.with(RESOURCE_CHECK, { resource: text })
}

function serviceAccount(authorizer: QuestionValue, namespace: string, name: string): QuestionValue {
  if (findFormat('k8s-long-name')?.(name) !== true) fail('Invalid service account name')
  if (findFormat('k8s-short-name')?.(namespace) !== true) fail('Invalid service account namespace')
  return authorizer.with(AUTHORIZER, { serviceAccount: { namespace, name } })
}

/** Questions to the authorizer: `authorizer.group('').resource('pods').check('get').allowed()`. */
export const AUTHORIZATION: Library = {
  types: [AUTHORIZER, PATH_CHECK, GROUP_CHECK, RESOURCE_CHECK, DECISION],
  functions: [
    declare('path', method('authorizer_path', [AUTHORIZER, string], PATH_CHECK, path)),
    declare(
      'group',
      method('authorizer_group', [AUTHORIZER, string], GROUP_CHECK, (authorizer: QuestionValue, group: string) =>
        authorizer.with(GROUP_CHECK, { group }),
      ),
    ),
    declare(
      'serviceAccount',
      method('authorizer_serviceaccount', [AUTHORIZER, string, string], AUTHORIZER, serviceAccount),
    ),
    declare('resource', method('groupcheck_resource', [GROUP_CHECK, string], RESOURCE_CHECK, resource)),
    refinement('subresource', 'resourcecheck_subresource'),
    refinement('namespace', 'resourcecheck_namespace'),
    refinement('name', 'resourcecheck_name'),
    refinement('fieldSelector', 'authorizer_fieldselector'),
    refinement('labelSelector', 'authorizer_labelselector'),
    declare(
      'check',
      method('pathcheck_check', [PATH_CHECK, string], DECISION, check),
      method('resourcecheck_check', [RESOURCE_CHECK, string], DECISION, check),
    ),
    declare(
      'allowed',
      method('decision_allowed', [DECISION], bool, ({ decision }: DecisionValue) => decision.allowed),
    ),
    declare(
      'reason',
      method('decision_reason', [DECISION], string, ({ decision }: DecisionValue) => decision.reason ?? ''),
    ),
    declare(
      'errored',
      method('decision_errored', [DECISION], bool, ({ decision }: DecisionValue) => decision.error !== undefined),
    ),
    declare(
      'error',
      method('decision_error', [DECISION], string, ({ decision }: DecisionValue) => decision.error ?? ''),
    ),
  ],
}

import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal } from '../test/objects.ts'
import { MutatingAdmissionPolicy } from './mutating-admission-policy.ts'
import { MutatingAdmissionPolicyBinding } from './mutating-admission-policy-binding.ts'
import { ValidatingAdmissionPolicy } from './validating-admission-policy.ts'
import { ValidatingAdmissionPolicyBinding } from './validating-admission-policy-binding.ts'

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }
const matchConstraints = { resourceRules: [rule] }
const spec = { matchConstraints, validations: [{ expression: 'true' }] }

describe('a ValidatingAdmissionPolicy', () => {
  it('fails closed and matches equivalent resources unless told otherwise', () => {
    expect(created(ValidatingAdmissionPolicy, { spec })).toMatchObject({
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: [{ ...rule, scope: '*' }],
        },
      },
      status: {},
    })
  })

  it.each([
    [
      {},
      [
        'spec.matchConstraints: Required value',
        'spec.validations: Required value: validations or auditAnnotations must contain at least one item',
        'spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item',
      ],
    ],
    [
      { ...spec, matchConstraints: { resourceRules: [] }, validations: [{ expression: '1' }] },
      [
        'spec.matchConstraints.resourceRules: Required value',
        'spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int',
      ],
    ],
    [
      { ...spec, validations: [{ expression: ' ', message: 'a\nb', messageExpression: '1', reason: 'X' }] },
      [
        'spec.validations[0].expression: Required value: expression is not specified',
        'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int',
        'spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
        'spec.validations[0].reason: Unsupported value: "X": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
      ],
    ],
    [
      {
        ...spec,
        variables: [
          { name: 'in', expression: ' ' },
          { name: 'n', expression: '1' },
        ],
        validations: [{ expression: 'variables.n > 0' }],
      },
      [
        'spec.variables[0].name: Invalid value: "in": must be a valid CEL identifier',
        'spec.variables[0].expression: Required value: expression is not specified',
      ],
    ],
    [
      { ...spec, paramKind: { apiVersion: 'a/b/c', kind: '9' } },
      [
        'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
        `spec.paramKind.kind: Invalid value: "9": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
      ],
    ],
    [
      {
        ...spec,
        auditAnnotations: [
          { key: 'k', valueExpression: '1' },
          { key: 'k', valueExpression: '"v"' },
        ],
      },
      [
        'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
        'spec.auditAnnotations[1].key: Duplicate value: "k"',
      ],
    ],
    [
      {
        ...spec,
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        validations: [{ expression: 'params.data.x == "y"' }],
      },
      [],
    ],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(ValidatingAdmissionPolicy, { spec: wanted })).toEqual(messages)
  })

  it('may look at parameters only when it takes any', () => {
    const [message] = refusal(ValidatingAdmissionPolicy, {
      spec: { ...spec, validations: [{ expression: 'params.data.x == "y"' }] },
    })

    expect(message).toContain("undeclared reference to 'params'")
  })

  it('shows how much it checks', () => {
    const policy = created(ValidatingAdmissionPolicy, {
      spec: { ...spec, paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
    })

    expect(ValidatingAdmissionPolicy.rules.cells?.(policy, 0)).toEqual(['a', 1, 'v1/ConfigMap', '<unknown>'])
  })
})

describe('a ValidatingAdmissionPolicyBinding', () => {
  it.each([
    [{}, ['spec.policyName: Required value', 'spec.validationActions: Required value']],
    [
      { policyName: 'p', validationActions: ['Deny', 'Warn', 'Warn', 'X'] },
      [
        'spec.validationActions[2]: Duplicate value: "Warn"',
        'spec.validationActions[3]: Unsupported value: "X": supported values: "Audit", "Deny", "Warn"',
        'spec.validationActions: Invalid value: ["Deny","Warn","Warn","X"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
      ],
    ],
    [
      { policyName: 'p', validationActions: ['Deny'], paramRef: {} },
      [
        'spec.paramRef: Required value: one of name or selector must be specified',
        'spec.paramRef.parameterNotFoundAction: Required value',
      ],
    ],
    [
      {
        policyName: 'p',
        validationActions: ['Deny'],
        paramRef: { name: 'n', selector: {}, parameterNotFoundAction: 'X' },
      },
      [
        'spec.paramRef.name: Forbidden: name and selector are mutually exclusive',
        'spec.paramRef.selector: Forbidden: name and selector are mutually exclusive',
        'spec.paramRef.parameterNotFoundAction: Unsupported value: "X": supported values: "Deny", "Allow"',
      ],
    ],
    [{ policyName: 'p', validationActions: ['Audit', 'Warn'] }, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(ValidatingAdmissionPolicyBinding, { spec: wanted })).toEqual(messages)
  })

  it.each([
    [{ name: 'n' }, '*/n'],
    [{ name: 'n', namespace: 'ns' }, 'ns/n'],
    [{ selector: { matchLabels: { a: 'b' } } }, 'a=b'],
    [undefined, '<unset>'],
  ])('shows its parameters: %j', (paramRef, text) => {
    const binding = created(ValidatingAdmissionPolicyBinding, { spec: { policyName: 'p', paramRef } })

    expect(ValidatingAdmissionPolicyBinding.rules.cells?.(binding, 0)).toEqual(['a', 'p', text, '<unknown>'])
  })
})

describe('a MutatingAdmissionPolicy', () => {
  const mutation = { patchType: 'JSONPatch', jsonPatch: { expression: '[]' } }
  const mutating = { matchConstraints, mutations: [mutation], reinvocationPolicy: 'Never' }

  it.each([
    [
      { matchConstraints },
      [
        'spec.mutations: Required value: mutations must contain at least one item',
        'spec.reinvocationPolicy: Required value',
      ],
    ],
    [
      { ...mutating, matchConstraints: { resourceRules: [{ ...rule, operations: ['DELETE'] }] } },
      [
        'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
    ],
    [
      {
        ...mutating,
        mutations: [{ patchType: 'X' }, { patchType: 'ApplyConfiguration', jsonPatch: { expression: '' } }],
      },
      [
        'spec.mutations[0].patchType: Unsupported value: "X": supported values: "ApplyConfiguration", "JSONPatch"',
        'spec.mutations[1].applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration',
        'spec.mutations[1].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
      ],
    ],
    [mutating, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(MutatingAdmissionPolicy, { spec: wanted })).toEqual(messages)
  })

  it('is put to work by a binding', () => {
    expect(refusal(MutatingAdmissionPolicyBinding, { spec: {} })).toEqual(['spec.policyName: Required value'])
    expect(defaulted(MutatingAdmissionPolicyBinding, { spec: { policyName: 'p', matchResources: {} } }).spec).toEqual({
      policyName: 'p',
      matchResources: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
    })
  })
})

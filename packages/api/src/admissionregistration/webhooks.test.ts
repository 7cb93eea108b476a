import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal } from '../test/objects.ts'
import { MutatingWebhookConfiguration } from './mutating-webhook-configuration.ts'
import { ValidatingWebhookConfiguration } from './validating-webhook-configuration.ts'

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }
const hook = {
  name: 'a.example.com',
  clientConfig: { url: 'https://hook.example/x' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}
const refused = (more: object) => refusal(ValidatingWebhookConfiguration, { webhooks: [{ ...hook, ...more }] })

describe('webhook configurations', () => {
  it('fail closed, ask about equivalent resources and wait ten seconds unless told otherwise', () => {
    const { webhooks } = defaulted(MutatingWebhookConfiguration, {
      webhooks: [{ ...hook, rules: [rule], clientConfig: { service: { name: 's', namespace: 'n' } } }],
    })

    expect(webhooks?.[0]).toEqual({
      ...hook,
      clientConfig: { service: { name: 's', namespace: 'n', port: 443 } },
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
      reinvocationPolicy: 'Never',
      rules: [{ ...rule, scope: '*' }],
    })
  })

  it.each([
    [
      { name: '', sideEffects: undefined, clientConfig: {}, admissionReviewVersions: [] },
      [
        'webhooks[0].name: Required value',
        'webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun',
        'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
        'webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1',
      ],
    ],
    [
      { name: 'x' },
      ['webhooks[0].name: Invalid value: "x": should be a domain with at least three segments separated by dots'],
    ],
    [
      { clientConfig: { url: 'http://u@x?q#f' }, sideEffects: 'Some', failurePolicy: 'X', timeoutSeconds: 99 },
      [
        'webhooks[0].failurePolicy: Unsupported value: "X": supported values: "Fail", "Ignore"',
        'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
        'webhooks[0].timeoutSeconds: Invalid value: 99: the timeout value must be between 1 and 30 seconds',
        `webhooks[0].clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
        'webhooks[0].clientConfig.url: Invalid value: "u": user information is not permitted in the URL',
        'webhooks[0].clientConfig.url: Invalid value: "f": fragments are not permitted in the URL',
        'webhooks[0].clientConfig.url: Invalid value: "q": query parameters are not permitted in the URL',
      ],
    ],
    [
      { clientConfig: { service: { name: 's', namespace: '', path: '/a//b', port: 0 } } },
      [
        'webhooks[0].clientConfig.service.name: Required value',
        'webhooks[0].clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
        'webhooks[0].clientConfig.service.path: Invalid value: "/a//b": segment[1] may not be empty',
      ],
    ],
    [
      { admissionReviewVersions: ['v9', 'v9'] },
      [
        'webhooks[0].admissionReviewVersions[1]: Invalid value: "v9": duplicate version',
        'webhooks[0].admissionReviewVersions: Invalid value: ["v9","v9"]: must include at least one of v1, v1beta1',
      ],
    ],
    [
      {
        matchConditions: [
          { name: 'c', expression: 'object.kind' },
          { name: 'c', expression: ' ' },
        ],
      },
      [
        'webhooks[0].matchConditions[0].expression: Invalid value: "object.kind": must evaluate to bool but got dyn',
        'webhooks[0].matchConditions[1].expression: Required value',
        'webhooks[0].matchConditions[1].name: Duplicate value: "c"',
      ],
    ],
    [{ matchConditions: [{ name: 'c', expression: 'object.kind == "Pod"' }] }, []],
  ])('are checked: %j', (more, messages) => {
    expect(refused(more)).toEqual(messages)
  })

  it.each([
    [
      {},
      [
        'operations: Required value',
        'apiGroups: Required value',
        'apiVersions: Required value',
        'resources: Required value',
      ],
    ],
    [
      { ...rule, operations: ['*', 'X'], apiGroups: ['*', 'a'], scope: 'X' },
      [
        `operations: Invalid value: ["*","X"]: if '*' is present, must not specify other operations`,
        'operations[1]: Unsupported value: "X": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
        `apiGroups: Invalid value: ["*","a"]: if '*' is present, must not specify other API groups`,
        'scope: Unsupported value: "X": supported values: "*", "Cluster", "Namespaced"',
      ],
    ],
    [
      { ...rule, resources: ['pods/*', 'pods/log', '*', 'services'] },
      [
        `resources[1]: Invalid value: "pods/log": if 'pods/*' is present, must not specify pods/log`,
        `resources: Invalid value: ["pods/*","pods/log","*","services"]: if '*' is present, must not specify other resources without subresources`,
      ],
    ],
    [
      { ...rule, resources: ['*/scale', 'deployments/scale', '*/*'] },
      [
        `resources[1]: Invalid value: "deployments/scale": if '*/scale' is present, must not specify deployments/scale`,
        `resources: Invalid value: ["*/scale","deployments/scale","*/*"]: if '*/*' is present, must not specify other resources`,
      ],
    ],
    [{ ...rule, resources: ['*', '*/status'] }, []],
  ])('have their rules checked: %j', (wanted, messages) => {
    expect(refused({ rules: [wanted] })).toEqual(messages.map((message) => `webhooks[0].rules[0].${message}`))
  })

  it('name each webhook once, and count them', () => {
    expect(refusal(ValidatingWebhookConfiguration, { webhooks: [hook, hook] })).toEqual([
      'webhooks[1].name: Duplicate value: "a.example.com"',
    ])
    expect(
      ValidatingWebhookConfiguration.rules.cells?.(created(ValidatingWebhookConfiguration, { webhooks: [hook] }), 0),
    ).toEqual(['a', 1, '<unknown>'])
  })
})

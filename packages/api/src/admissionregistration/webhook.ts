/** What validating and mutating webhooks have in common. */
import { type FieldError, fieldError, type KubeObject } from '@skep/schema'
import { validateLabelSelector } from '../meta/label-selector.ts'
import { checkDns1035Label, checkDnsSubdomain } from '../meta/names.ts'
import { invalid, validateEach, validateOptionalOneOf } from '../meta/validation.ts'
import { ageColumn, defineTable, nameColumn, type Table } from '../rules/table.ts'
import { defaultWebhookClient, validateWebhookClient } from '../rules/webhook-client.ts'
import { defaultRule } from './match.rules.ts'
import { MATCH_POLICIES, validateRule } from './match.validate.ts'
import { validateMatchConditions } from './match-conditions.validate.ts'
import type { MutatingWebhook } from './mutating-webhook-configuration.ts'
import type { ValidatingWebhook } from './validating-webhook-configuration.ts'

type Webhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>
type WebhookConfiguration = KubeObject & { webhooks?: Webhook[] }

const REVIEW_VERSIONS = ['v1', 'v1beta1']
const SIDE_EFFECTS = ['None', 'NoneOnDryRun']
const MAX_TIMEOUT_SECONDS = 30

/** What to do when a policy or webhook cannot be asked. */
export const FAILURE_POLICIES = ['Fail', 'Ignore']
/** Whether to run again after others changed the object. */
export const REINVOCATION_POLICIES = ['IfNeeded', 'Never']

/** In place: fills in what a webhook leaves open. */
export function defaultWebhook(webhook: Webhook): void {
  defaultWebhookClient(webhook.clientConfig)
  webhook.failurePolicy ??= 'Fail'
  webhook.matchPolicy ??= 'Equivalent'
  webhook.namespaceSelector ??= {}
  webhook.objectSelector ??= {}
  webhook.timeoutSeconds ??= 10
  for (const rule of webhook.rules ?? []) defaultRule(rule)
}

/** Everything wrong with a list of webhooks. */
export function validateWebhooks(webhooks: readonly Webhook[]): FieldError[] {
  const names = new Set<string>()
  return validateEach(webhooks, 'webhooks', (webhook, path) => {
    const isNew = webhook.name === '' || !names.has(webhook.name)
    names.add(webhook.name)
    return [
      ...validateWebhook(webhook, path),
      ...validateReviewVersions(webhook.admissionReviewVersions ?? [], `${path}.admissionReviewVersions`),
      ...(isNew ? [] : [fieldError.duplicate(`${path}.name`, webhook.name)]),
    ]
  })
}

const validateWebhook = (webhook: Webhook, path: string): FieldError[] => [
  ...validateName(webhook.name, `${path}.name`),
  ...validateEach(webhook.rules, `${path}.rules`, validateRule),
  ...validateOptionalOneOf(webhook.failurePolicy, `${path}.failurePolicy`, FAILURE_POLICIES),
  ...validateOptionalOneOf(webhook.matchPolicy, `${path}.matchPolicy`, MATCH_POLICIES),
  ...validateSideEffects(webhook.sideEffects, `${path}.sideEffects`),
  ...validateTimeout(webhook.timeoutSeconds ?? 1, `${path}.timeoutSeconds`),
  ...validateLabelSelector(webhook.namespaceSelector, `${path}.namespaceSelector`),
  ...validateLabelSelector(webhook.objectSelector, `${path}.objectSelector`),
  ...validateOptionalOneOf(webhook.reinvocationPolicy, `${path}.reinvocationPolicy`, REINVOCATION_POLICIES),
  ...validateWebhookClient(webhook.clientConfig, `${path}.clientConfig`),
  ...validateMatchConditions(webhook.matchConditions ?? [], { hasParams: false }, `${path}.matchConditions`),
]

function validateName(name: string, path: string): FieldError[] {
  if (name === '') return [fieldError.required(path)]
  const complaints = checkDnsSubdomain(name)
  if (complaints.length > 0) return [fieldError.invalid(path, name, complaints.join(','))]
  return name.split('.').length < 3
    ? [fieldError.invalid(path, name, 'should be a domain with at least three segments separated by dots')]
    : []
}

const validateSideEffects = (sideEffects: string | undefined, path: string): FieldError[] =>
  sideEffects === undefined
    ? [fieldError.required(path, `must specify one of ${SIDE_EFFECTS.join(', ')}`)]
    : validateOptionalOneOf(sideEffects, path, SIDE_EFFECTS)

const validateTimeout = (seconds: number, path: string): FieldError[] =>
  seconds < 1 || seconds > MAX_TIMEOUT_SECONDS
    ? [fieldError.invalid(path, seconds, `the timeout value must be between 1 and ${MAX_TIMEOUT_SECONDS} seconds`)]
    : []

function validateReviewVersions(versions: readonly string[], path: string): FieldError[] {
  const known = REVIEW_VERSIONS.join(', ')
  if (versions.length === 0) return [fieldError.required(path, `must specify one of ${known}`)]
  const errors = validateEach(versions, path, (version, at, index) =>
    versions.indexOf(version) < index
      ? [fieldError.invalid(at, version, 'duplicate version')]
      : invalid(at, version, checkDns1035Label(version)),
  )
  return versions.some((version) => REVIEW_VERSIONS.includes(version))
    ? errors
    : [...errors, fieldError.invalid(path, versions, `must include at least one of ${known}`)]
}

/** What `kubectl get` shows of webhooks. */
export const webhookTable: Table<WebhookConfiguration> = defineTable<WebhookConfiguration>(
  nameColumn,
  {
    name: 'Webhooks',
    type: 'integer',
    description: 'Webhooks indicates the number of webhooks registered in this configuration',
    cell: ({ webhooks }) => webhooks?.length ?? 0,
  },
  ageColumn,
)

import { type FieldError, fieldError } from '@skep/schema'
import { checkDns1035Label } from '../meta/names.ts'
import { invalid, validateEach, validateOneOf } from '../meta/validation.ts'
import { validateWebhookClient } from '../rules/webhook-client.ts'
import type { CustomResourceConversion, WebhookConversion } from './conversion.ts'

const REVIEW_VERSIONS = ['v1', 'v1beta1']
// The API reports these under the names of an older version.
const CLIENT = 'spec.conversion.webhookClientConfig'
const VERSIONS = 'spec.conversion.conversionReviewVersions'

/** Everything wrong with how objects are converted. */
export const validateConversion = ({
  strategy,
  webhook = {} as WebhookConversion,
}: CustomResourceConversion): FieldError[] => [
  ...(strategy === ''
    ? [fieldError.required('spec.conversion.strategy')]
    : validateOneOf(strategy, 'spec.conversion.strategy', ['None', 'Webhook'])),
  ...(strategy === 'Webhook' ? validateWebhook(webhook) : validateNoWebhook(webhook)),
]

const validateWebhook = ({ clientConfig, conversionReviewVersions }: WebhookConversion): FieldError[] => [
  ...(clientConfig === undefined
    ? [fieldError.required(CLIENT, 'required when strategy is set to Webhook')]
    : validateWebhookClient(clientConfig, CLIENT)),
  ...validateReviewVersions(conversionReviewVersions ?? []),
]

function validateNoWebhook({ clientConfig, conversionReviewVersions }: WebhookConversion): FieldError[] {
  const detail = 'should not be set when strategy is not set to Webhook'
  return [
    ...(clientConfig === undefined ? [] : [fieldError.forbidden(CLIENT, detail)]),
    ...(conversionReviewVersions?.length ? [fieldError.forbidden(VERSIONS, detail)] : []),
  ]
}

function validateReviewVersions(versions: readonly string[]): FieldError[] {
  if (versions.length === 0) return [fieldError.required(VERSIONS)]
  const errors = validateEach(versions, VERSIONS, (version, path, index) =>
    versions.indexOf(version) < index
      ? [fieldError.invalid(path, version, 'duplicate version')]
      : invalid(path, version, checkDns1035Label(version)),
  )
  return versions.some((version) => REVIEW_VERSIONS.includes(version))
    ? errors
    : [...errors, fieldError.invalid(VERSIONS, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`)]
}

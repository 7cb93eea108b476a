import type { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '@skep/api'
import type { ClusterView } from '../../contracts.ts'
import type { MatchCriteria } from '../match.ts'
import { type CompiledConditions, compileConditions } from '../match-conditions.ts'
import { WebhookTable } from './webhook-table.ts'

type Configuration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration
type Declared = NonNullable<MutatingWebhookConfiguration['webhooks']>[number] &
  NonNullable<ValidatingWebhookConfiguration['webhooks']>[number]

/** A webhook, ready for requests. */
export interface Webhook {
  name: string
  criteria: MatchCriteria
  conditions: CompiledConditions | undefined
  clientConfig: Declared['clientConfig']
  ignoresFailure: boolean
  timeoutSeconds: number
  /** It changes nothing outside the request when the request is a dry run. */
  safeInDryRun: boolean
  reinvokes: boolean
}

const GROUP = 'admissionregistration.k8s.io'
export const MUTATING = { group: GROUP, resource: 'mutatingwebhookconfigurations' }
export const VALIDATING = { group: GROUP, resource: 'validatingwebhookconfigurations' }

/** All webhooks of a cluster, in the order of their configurations' names. */
export const compileWebhooks =
  (source: typeof MUTATING) =>
  ({ objects }: ClusterView): WebhookTable => {
    const configurations = (objects.list(source) as Configuration[]).sort((a, b) =>
      (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1,
    )
    return new WebhookTable(
      configurations.flatMap(({ webhooks }) => ((webhooks ?? []) as Declared[]).map(compileWebhook)),
    )
  }

function compileWebhook(declared: Declared): Webhook {
  return {
    name: declared.name,
    criteria: {
      rules: declared.rules ?? [],
      matchPolicy: declared.matchPolicy,
      namespaceSelector: declared.namespaceSelector,
      objectSelector: declared.objectSelector,
    },
    conditions: compileConditions(declared.matchConditions),
    clientConfig: declared.clientConfig,
    ignoresFailure: declared.failurePolicy === 'Ignore',
    timeoutSeconds: declared.timeoutSeconds ?? 10,
    safeInDryRun: declared.sideEffects === 'None' || declared.sideEffects === 'NoneOnDryRun',
    reinvokes: declared.reinvocationPolicy === 'IfNeeded',
  }
}

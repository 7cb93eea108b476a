import type { Random } from '@skep/base'
import { postReview } from '../../admission/webhooks/call.ts'
import { endpointOf } from '../../admission/webhooks/endpoint.ts'
import type { DefinitionServices } from '../cluster-definitions.ts'
import { createWebhookConverter } from './webhook-converter.ts'

/** What only admission says in front of a failed call. */
const ADMISSION_WORDS = /^failed to call webhook: /

/** How long a webhook may take. */
const TIMEOUT_SECONDS = 30

/** Finds out how objects of a definition are converted: by its webhook, if it has one. */
export const converterOf =
  (random: Random): DefinitionServices['converterOf'] =>
  (cluster, { group, conversion }) => {
    const clientConfig = conversion?.webhook?.clientConfig
    if (conversion?.strategy !== 'Webhook' || !clientConfig) return undefined
    const { conversionReviewVersions: reviewVersions = [] } = conversion.webhook ?? {}
    const convert = createWebhookConverter({
      group,
      reviewVersions,
      random,
      send: async (review) => {
        try {
          return await postReview(endpointOf(cluster, clientConfig), review, TIMEOUT_SECONDS)
        } catch (error) {
          throw new Error((error as Error).message.replace(ADMISSION_WORDS, ''), { cause: error })
        }
      },
    })
    return { convert, scope: cluster.id }
  }

import type { KindRules } from '@skep/schema'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { ServiceAccount } from './service-account.ts'

/** What `kubectl get serviceaccounts` shows. */
export const serviceAccountTable = defineTable<ServiceAccount>(nameColumn, ageColumn)

const MOUNTABLE_SECRETS = 'kubernetes.io/enforce-mountable-secrets'

/** What service accounts do beyond their schema. */
export const serviceAccountRules: KindRules<ServiceAccount> = {
  warnings: ({ metadata }, stored) =>
    metadata.annotations?.[MOUNTABLE_SECRETS] !== undefined &&
    stored?.metadata.annotations?.[MOUNTABLE_SECRETS] === undefined
      ? [
          `metadata.annotations[${MOUNTABLE_SECRETS}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
        ]
      : [],
  cells: serviceAccountTable.cells,
}

import type { KindRules } from '@skep/schema'
import { ageColumn, defineTable, nameColumn, type TableColumn } from '../rules/table.ts'
import { validateStatusConditions } from './conditions.validate.ts'
import type {
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from './priority-level-configuration.ts'
import { validatePriorityLevelSpec } from './priority-level-configuration.validate.ts'

const queuingColumn = (
  name: string,
  field: keyof QueuingConfiguration,
  description: string,
): TableColumn<PriorityLevelConfiguration> => ({
  name,
  description,
  cell: ({ spec }) => spec.limited?.limitResponse?.queuing?.[field] ?? '<none>',
})

/** What `kubectl get prioritylevelconfigurations` shows. */
export const priorityLevelConfigurationTable = defineTable<PriorityLevelConfiguration>(
  nameColumn,
  { name: 'Type', description: 'Whether requests are limited.', cell: ({ spec }) => spec.type },
  {
    name: 'NominalConcurrencyShares',
    description: "Shares of the server's concurrency.",
    cell: ({ spec }) => spec.limited?.nominalConcurrencyShares ?? '<none>',
  },
  queuingColumn('Queues', 'queues', 'Number of queues.'),
  queuingColumn('HandSize', 'handSize', 'Queues that one flow may be dealt to.'),
  queuingColumn('QueueLengthLimit', 'queueLengthLimit', 'Requests that may wait in a queue.'),
  ageColumn,
)

/** What PriorityLevelConfigurations do beyond their schema. */
export const priorityLevelConfigurationRules: KindRules<PriorityLevelConfiguration> = {
  defaults: ({ spec }) => defaultLevel(spec),
  prepareForCreate: (level) => {
    level.status = {}
  },
  validate: ({ metadata, spec }) => validatePriorityLevelSpec(spec, metadata.name ?? ''),
  validateUpdate: ({ status }, _stored, { subresource }) =>
    subresource === 'status' ? validateStatusConditions(status?.conditions ?? []) : [],
  cells: priorityLevelConfigurationTable.cells,
}

function defaultLevel({ exempt, limited }: PriorityLevelConfigurationSpec): void {
  if (exempt) {
    exempt.nominalConcurrencyShares ??= 0
    exempt.lendablePercent ??= 0
  }
  if (limited) {
    limited.nominalConcurrencyShares ??= 30
    limited.lendablePercent ??= 0
    if (limited.limitResponse?.queuing) defaultQueuing(limited.limitResponse.queuing)
  }
}

function defaultQueuing(queuing: QueuingConfiguration): void {
  queuing.handSize ||= 8
  queuing.queues ||= 64
  queuing.queueLengthLimit ||= 50
}

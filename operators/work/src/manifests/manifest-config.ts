import type { ConditionRule, FeedbackRule, ManifestConfig, ResourceMeta, UpdateStrategy } from '../types.ts'

/** What a work says of one of its objects. */
export interface ObjectConfig {
  readonly feedbackRules: readonly FeedbackRule[]
  readonly conditionRules: readonly ConditionRule[]
  readonly strategy: UpdateStrategy
  /** Whether changes of the object are told at once. */
  readonly watched: boolean
}

const DEFAULT_STRATEGY: UpdateStrategy = { type: 'Update' }

/** Of all configurations that match an object, the first that says something of a matter decides it. */
export function configOf(resource: ResourceMeta, configs: readonly ManifestConfig[] = []): ObjectConfig {
  const matching = configs.filter(({ resourceIdentifier }) => matches(resource, resourceIdentifier))
  const feedback = matching.find(({ feedbackRules = [] }) => feedbackRules.length > 0)
  const conditions = matching.find(({ conditionRules = [] }) => conditionRules.length > 0)
  return {
    feedbackRules: feedback?.feedbackRules ?? [],
    conditionRules: conditions?.conditionRules ?? [],
    strategy: matching.find(({ updateStrategy }) => updateStrategy)?.updateStrategy ?? DEFAULT_STRATEGY,
    watched: (feedback ?? conditions)?.feedbackScrapeType === 'Watch',
  }
}

const matches = (resource: ResourceMeta, wanted: ManifestConfig['resourceIdentifier']): boolean =>
  (resource.group ?? '') === (wanted.group ?? '') &&
  resource.resource === wanted.resource &&
  matchesName(resource.namespace ?? '', wanted.namespace ?? '') &&
  matchesName(resource.name ?? '', wanted.name)

/** Whether a name is the wanted one, in which `*` stands for anything. */
function matchesName(name: string, wanted: string): boolean {
  if (!wanted.includes('*')) return name === wanted
  const [first = '', ...rest] = wanted.split('*')
  const last = rest.pop() ?? ''
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
  // The parts between two asterisks must follow one another; taking each as early as possible leaves most for the rest.
  const middle = name.slice(first.length, name.length - last.length)
  let from = 0
  for (const part of rest) {
    const at = middle.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return true
}

import { s, type ValidationRule } from '@skep/schema'
import { checked, unchanged } from '../openshift/rules.ts'

const CAPABILITIES = [
  'ImageRegistry',
  'openshift-samples',
  'Insights',
  'baremetal',
  'Console',
  'NodeTuning',
  'Ingress',
] as const

const immutable = (field: string) =>
  unchanged(`${field} is immutable. Changes might result in unpredictable and disruptive behavior.`)

const capabilities = (description: string, ...rules: ValidationRule[]) =>
  s.optional(s.array(s.enum(CAPABILITIES), { description, maxItems: 25, listType: 'atomic', ...checked(...rules) }))

/** Optional parts of OpenShift that a cluster has or lacks. */
export const Capabilities = s.object(
  {
    enabled: capabilities('Parts that it has besides the usual ones.', immutable('Enabled')),
    disabled: capabilities('Parts that it lacks.', immutable('Disabled'), {
      rule: "!('Ingress' in self) || 'Console' in self",
      message: 'Ingress capability can only be disabled if Console capability is also disabled',
    }),
  },
  {
    description: 'Optional parts that the cluster has or lacks.',
    default: {},
    ...checked(immutable('Capabilities'), {
      rule: '!has(self.enabled) || !has(self.disabled) || !self.enabled.exists(part, part in self.disabled)',
      message: 'Capabilities can not be both enabled and disabled at once.',
    }),
  },
)

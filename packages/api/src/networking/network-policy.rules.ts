import type { KindRules } from '@skep/schema'
import { formatSelector } from '../meta/label-selector.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { NetworkPolicy } from './network-policy.ts'
import { validateNetworkPolicySpec } from './network-policy.validate.ts'

/** What `kubectl get networkpolicies` shows. */
export const networkPolicyTable = defineTable<NetworkPolicy>(
  nameColumn,
  {
    name: 'Pod-Selector',
    description: 'Labels of the pods that it is about.',
    cell: ({ spec }) => formatSelector(spec.podSelector),
  },
  ageColumn,
)

/** What NetworkPolicies do beyond their schema. */
export const networkPolicyRules: KindRules<NetworkPolicy> = {
  defaults: ({ spec }) => {
    for (const rule of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
      for (const port of rule.ports ?? []) port.protocol ??= 'TCP'
    }
    if (!spec.policyTypes?.length) spec.policyTypes = spec.egress?.length ? ['Ingress', 'Egress'] : ['Ingress']
  },
  validate: ({ spec }) => validateNetworkPolicySpec(spec),
  cells: networkPolicyTable.cells,
}

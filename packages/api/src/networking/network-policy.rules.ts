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
    description:
      "podSelector selects the pods to which this NetworkPolicy object applies. The array of rules is applied to any pods selected by this field. An empty selector matches all pods in the policy's namespace. Multiple network policies can select the same set of pods. In this case, the ingress rules for each are combined additively. This field is optional. If it is not specified, it defaults to an empty selector.",
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

import type { ClusterApiMachineSpec } from '@skep/api'
/** The fields of a template that reach machines which are there, without replacing them. */
export declare const inPlaceFields: (spec: Partial<ClusterApiMachineSpec> | undefined) => {
  nodeDrainTimeout: string | undefined
  nodeVolumeDetachTimeout: string | undefined
  nodeDeletionTimeout: string | undefined
  readinessGates:
    | {
        conditionType: string
        polarity?: 'Negative' | 'Positive' | undefined
      }[]
    | undefined
  taints:
    | {
        effect: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
        key: string
        propagation: 'Always' | 'OnInitialization'
        value?: string | undefined
      }[]
    | undefined
}
//# sourceMappingURL=in-place.d.ts.map

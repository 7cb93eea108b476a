import type { ChildRecord } from '../../records/child-record.ts'

/** A machine pool as it is stored. */
export interface MachinePoolDocument {
  readonly replicas?: number
  readonly autoscaling?: { readonly min_replicas?: number; readonly max_replicas?: number }
  readonly instance_type?: string
  readonly availability_zones?: readonly string[]
  readonly subnets?: readonly string[]
  readonly labels?: Readonly<Record<string, string>>
  readonly taints?: readonly { readonly key?: string; readonly value?: string; readonly effect?: string }[]
  readonly aws?: {
    readonly spot_market_options?: { readonly max_price?: number }
    readonly additional_security_group_ids?: readonly string[]
    readonly tags?: Readonly<Record<string, string>>
  }
  readonly root_volume?: {
    readonly aws?: { readonly size?: number; readonly iops?: number }
    readonly gcp?: { readonly size?: number }
  }
}

/** The machine pool of a record, which was checked against its schema when it was stored. */
export const poolDocument = ({ document }: ChildRecord): MachinePoolDocument => document as MachinePoolDocument

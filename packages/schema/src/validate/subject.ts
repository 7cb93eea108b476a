import type { Json } from '../json.ts'
import type { Correlation } from './correlate.ts'

/** A value on its way through validation. */
export interface Subject {
  value: Json
  /** The stored value it replaces, on update. */
  correlation: Correlation | undefined
  /** Path from where validation started. */
  name: string
}

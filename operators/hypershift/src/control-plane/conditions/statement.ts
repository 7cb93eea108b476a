import type { ConditionUpdate } from '@skep/controller'
import { ALL_IS_WELL } from '../keys.ts'

/** A condition that is True, since all is as it should be. */
export const well = (type: string, message = ALL_IS_WELL, reason = 'AsExpected'): ConditionUpdate => ({
  type,
  status: 'True',
  reason,
  message,
})

/** A condition that is False, and why. */
export const notSo = (type: string, reason: string, message = ''): ConditionUpdate => ({
  type,
  status: 'False',
  reason,
  message,
})

/** A condition of which nothing is known. */
export const unknown = (type: string, message = '', reason = 'StatusUnknown'): ConditionUpdate => ({
  type,
  status: 'Unknown',
  reason,
  message,
})

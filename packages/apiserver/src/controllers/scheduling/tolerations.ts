import type { Node, Pod, Taint, Toleration } from '@skep/api'

/** Whether a pod that tolerates this puts up with a taint. */
export function tolerates({ key = '', operator = '', value = '', effect = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false
  if (key !== '' && key !== taint.key) return false
  switch (operator) {
    case '':
    case 'Equal':
      return value === (taint.value ?? '')
    case 'Exists':
      return true
    case 'Lt':
      return isNumber(taint.value) && Number(taint.value) < Number(value)
    case 'Gt':
      return isNumber(taint.value) && Number(taint.value) > Number(value)
    default:
      return false
  }
}

const isNumber = (text: string | undefined): boolean => /^-?[0-9]+$/.test(text ?? '')

/** The first taint with one of the effects that nothing tolerates. */
export const untoleratedTaint = (
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  effects: readonly string[],
): Taint | undefined =>
  taints?.find(
    (taint) => effects.includes(taint.effect) && !tolerations?.some((toleration) => tolerates(toleration, taint)),
  )

/** Whether a node's taints keep a pod from being placed there. */
export const isRepelled = ({ spec }: Node, { spec: pod }: Pod): boolean =>
  untoleratedTaint(spec?.taints, pod?.tolerations, ['NoSchedule', 'NoExecute']) !== undefined

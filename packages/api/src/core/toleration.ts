import { type FieldError, fieldError } from '@skep/schema'
import { validateLabelKey } from '../meta/label-selector.ts'
import { checkLabelValue } from '../meta/names.ts'
import { validateEach } from '../meta/validation.ts'
import type { PodSpec } from './pod-spec.ts'
import type { Toleration } from './scheduling.ts'

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** The effect of a taint. */
export const validateTaintEffect = (effect: string, path: string): FieldError[] =>
  EFFECTS.includes(effect) ? [] : [fieldError.notSupported(path, effect, EFFECTS)]

/** Everything wrong with the taints that a pod puts up with. */
export const validateTolerations = (tolerations: readonly Toleration[] | undefined, path: string): FieldError[] =>
  validateEach(tolerations, path, (toleration, at) => {
    const { key, operator = '', effect = '', tolerationSeconds } = toleration
    const errors = key ? validateLabelKey(key, `${at}.key`) : []
    if (!key && operator !== 'Exists') {
      const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
      errors.push(fieldError.invalid(`${at}.operator`, operator, detail))
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set"
      errors.push(fieldError.invalid(`${at}.effect`, effect, detail))
    }
    errors.push(...validateTolerationOperator(toleration, at))
    return effect === '' ? errors : [...errors, ...validateTaintEffect(effect, `${at}.effect`)]
  })

function validateTolerationOperator({ operator = '', value = '' }: Toleration, path: string): FieldError[] {
  const at = `${path}.operator`
  switch (operator) {
    case '':
    case 'Equal': {
      const complaints = checkLabelValue(value)
      return complaints.length === 0 ? [] : [fieldError.invalid(at, value, complaints.join(';'))]
    }
    case 'Exists':
      return value === '' ? [] : [fieldError.invalid(at, value, "value must be empty when `operator` is 'Exists'")]
    case 'Lt':
    case 'Gt':
      return /^(0|-?[1-9][0-9]*)$/.test(value)
        ? []
        : [fieldError.invalid(`${path}.value`, value, 'must be a valid decimal integer in canonical form')]
    default:
      return [fieldError.notSupported(at, operator, ['Equal', 'Exists'])]
  }
}

const DEFAULT_TOLERATION_SECONDS = 300

/** In place: a pod stays for five minutes on a node that stops answering, unless it says otherwise. */
export function addDefaultTolerations(spec: PodSpec): void {
  for (const key of ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']) {
    if (spec.tolerations?.some((toleration) => toleratesEviction(toleration, key))) continue
    spec.tolerations ??= []
    spec.tolerations.push({
      key,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: DEFAULT_TOLERATION_SECONDS,
    })
  }
}

const toleratesEviction = ({ key, effect }: Toleration, taint: string): boolean =>
  (!key || key === taint) && (!effect || effect === 'NoExecute')

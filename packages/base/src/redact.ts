const REDACTED = '[redacted]'

/** How deep a logged value is looked into; what lies deeper is left out. */
const MAX_DEPTH = 6

const SECRET_NAME =
  /token|password|passwd|passphrase|secret|credential|authorization|cookie|kubeconfig|key$|keys$|keydata$|keypem$/
/** What names or locates a secret is not one. */
const REFERENCE_NAME = /(name|namespace|ref|reference|version|count)$/
const SECRET_TEXT = /-----BEGIN [A-Z ]*PRIVATE KEY-----|^(Bearer|Basic) \S/

/**
 * A copy of a log field fit to be written: texts and structures under a name that sounds like a secret, the data of
 * Secret objects, private keys and authorization headers are replaced; errors become plain data.
 */
export function redact(name: string, value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return isSecretText(name, value) ? REDACTED : value
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return describeError(value, depth)
  if (isSecretName(name) || ArrayBuffer.isView(value)) return REDACTED
  if (depth === MAX_DEPTH) return '[too deep]'
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.map((item) => redact(name, item, depth + 1))
  return redactFields(value as Record<string, unknown>, depth)
}

function redactFields(value: Record<string, unknown>, depth: number): Record<string, unknown> {
  const isSecretObject = value['kind'] === 'Secret'
  const fields: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    const hidden = isSecretObject && (name === 'data' || name === 'stringData')
    fields[name] = hidden ? REDACTED : redact(name, field, depth + 1)
  }
  return fields
}

/** What is worth writing of an error: its own fields too, such as the reason of a StatusError, and its cause. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error
  if (SECRET_TEXT.test(message)) return { name, message: REDACTED }
  const told = { name, message, ...('reason' in error ? { reason: error.reason } : {}) }
  if (isOutage(error)) return cause instanceof Error ? { ...told, cause: redact('cause', cause.message, depth) } : told
  return {
    ...told,
    ...(cause === undefined ? {} : { cause: depth === MAX_DEPTH ? '[too deep]' : redact('cause', cause, depth + 1) }),
    stack,
  }
}

/** Whether something else is down: where in the program that was noticed helps nobody, and it is noticed often. */
const isOutage = (error: Error): boolean =>
  'reason' in error && (error.reason === 'Unavailable' || error.reason === 'ServiceUnavailable')

const isSecretText = (name: string, value: string): boolean => isSecretName(name) || SECRET_TEXT.test(value)

/** `Secret` as a name is the kind, and what it holds a reference. */
function isSecretName(name: string): boolean {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return name !== 'Secret' && SECRET_NAME.test(letters) && !REFERENCE_NAME.test(letters)
}

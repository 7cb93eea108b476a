import type { Secret } from '@skep/api'

/** The text under a key of a Secret; undefined when it is not there or empty. */
export function decodeSecret({ data }: Pick<Secret, 'data'>, key: string): string | undefined {
  const encoded = data?.[key]
  return encoded ? Buffer.from(encoded, 'base64').toString('utf8') : undefined
}

/** One block of a PEM text. */
export interface PemBlock {
  /** What stands after BEGIN, such as `CERTIFICATE`. */
  type: string
  hasHeaders: boolean
  bytes: Uint8Array
}

const BLOCK = /-----BEGIN ([^-\n]*)-----\r?\n([\s\S]*?)-----END \1-----/g
const HEADER = /^[^:\n]+:[^\n]*\n/

/** The blocks of a PEM text; what is between them is ignored. */
export function parsePem(text: string): PemBlock[] {
  return [...text.matchAll(BLOCK)].map(([, type = '', body = '']) => {
    const hasHeaders = HEADER.test(body)
    const base64 = hasHeaders ? body.slice(body.indexOf('\n\n')) : body
    return { type, hasHeaders, bytes: Buffer.from(base64, 'base64') }
  })
}

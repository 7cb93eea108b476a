/** Bytes as a PEM block (RFC 7468). */
export function encodePem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/** The bytes of the first block of that label, if the text has one. */
export function decodePem(text: string, label: string): Buffer | undefined {
  const match = new RegExp(`-----BEGIN ${label}-----\\s([A-Za-z0-9+/=\\s]*)-----END ${label}-----`).exec(text)
  return match === null ? undefined : Buffer.from(match[1] ?? '', 'base64')
}

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Where the load goes: an API server and the credentials to use. */
export interface Target {
  /** Scheme, host and port. */
  origin: string
  /** Path before every request, such as `/clusters/a`; mostly empty. */
  prefix: string
  ca: string | undefined
  cert: string | undefined
  key: string | undefined
  token: string | undefined
}

/** Reads a kubeconfig with embedded credentials. The file is JSON or the plain YAML that clusters are handed out with. */
export const loadTarget = (path: string): Target => parseTarget(readFileSync(path, 'utf8'), path)

/** Reads the text of such a kubeconfig; errors call it by its name. */
export function parseTarget(text: string, name: string): Target {
  const value = (field: string): string | undefined =>
    new RegExp(`["']?${field}["']?:\\s*["']?([^\\s"',}]+)`).exec(text)?.[1]
  const decoded = (field: string): string | undefined => {
    const data = value(`${field}-data`)
    if (data) return Buffer.from(data, 'base64').toString('utf8')
    const file = value(field)
    return file && readFileSync(file, 'utf8')
  }
  const server = new URL(value('server') ?? fail(name, 'server'))
  const target = {
    origin: server.origin,
    prefix: server.pathname.replace(/\/$/, ''),
    ca: decoded('certificate-authority'),
    cert: decoded('client-certificate'),
    key: decoded('client-key'),
    token: value('token'),
  }
  // Fails early, with the certificate's own error, when the file holds something else.
  if (target.ca) new X509Certificate(target.ca)
  return target
}

function fail(name: string, field: string): never {
  throw new Error(`${name} has no "${field}": point --kubeconfig at a kubeconfig of the server to measure`)
}

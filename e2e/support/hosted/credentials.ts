import type { Shell } from '../shell.ts'

/** What a kubeconfig opens, for curl. */
export interface Credentials {
  readonly server: string
  /** Options of curl: whom to trust, and nothing about who asks. */
  readonly trust: string
  /** Options of curl: the certificate of the administrator, and whom to trust. */
  readonly certificate: string
}

/** Takes a kubeconfig apart, into files beside it. */
export async function credentialsOf(sh: Shell, kubeconfig: string): Promise<Credentials> {
  const view = `kubectl --kubeconfig ${kubeconfig} config view --raw --minify -o json`
  const data = (path: string, file: string) => sh(`${view} | jq -r '${path}' | base64 -d > ${kubeconfig}.${file}`)
  await data('.clusters[0].cluster["certificate-authority-data"]', 'ca')
  await data('.users[0].user["client-certificate-data"]', 'crt')
  await data('.users[0].user["client-key-data"]', 'key')
  const trust = `--cacert ${kubeconfig}.ca`
  return {
    server: await sh(`${view} | jq -r '.clusters[0].cluster.server'`),
    trust,
    certificate: `${trust} --cert ${kubeconfig}.crt --key ${kubeconfig}.key`,
  }
}

/** The status that curl gets; `000` without an answer. */
export const statusOf = (sh: Shell, request: string): Promise<string> =>
  sh(`curl -sS --path-as-is -o /dev/null -w '%{http_code}' ${request}`)

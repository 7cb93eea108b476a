import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Clock } from '@skep/base'
import { type Client, createClient, type Endpoint, inProcessTransport, readForeignKubeconfig } from '@skep/client'
import type { HostedServer } from './hosted-server.ts'

/** A client with the rights of a kubeconfig and no others; without a socket where this server is meant. */
export async function connectByKubeconfig(server: HostedServer, clock: Clock, text: string): Promise<Client> {
  const endpoint = readForeignKubeconfig(text)
  const clusterId = clusterServedAt(server.url, endpoint.server)
  if (clusterId === undefined) return createClient({ kubeconfig: endpoint, clock })
  const handle = await handleAs(server, endpoint)
  return createClient({ transport: inProcessTransport({ handle }, { clusterId }), clock })
}

/** Where a control plane is found by what runs beside it, in the namespace that its API is named after. */
const INTERNAL_SERVER = /^https:\/\/kube-apiserver\.([^.]+)\.svc\.cluster\.local(?::\d+)?$/

/** The logical cluster that a URL leads to; undefined for another server. */
function clusterServedAt(ours: string, url: string): string | undefined {
  const internal = INTERNAL_SERVER.exec(url)?.[1]
  if (internal !== undefined) return internal
  const prefix = `${ours}/clusters/`
  const id = url.startsWith(prefix) ? url.slice(prefix.length).replace(/\/$/, '') : ''
  return id === '' || id.includes('/') ? undefined : id
}

/** Sends requests with what an endpoint identifies by, as a connection would carry it. */
async function handleAs(server: HostedServer, endpoint: Endpoint): Promise<HostedServer['handle']> {
  const { tls, headers } = await endpoint.credentials()
  const credentials = { certificate: ownCertificate(tls) }
  return (request) => {
    const { method, path, headers: sent, body } = request
    const onBroken = (listener: () => void) => request.onBroken?.(listener)
    const ending = request.onBroken ? { onBroken } : { signal: request.signal }
    return server.handle({ method, path, headers: { ...sent, ...headers }, body, credentials, ...ending })
  }
}

/** The certificate whose key is there: on a connection, the handshake would show that it is. */
function ownCertificate({ cert, key }: { cert?: string | Buffer; key?: string | Buffer }): X509Certificate | undefined {
  if (cert === undefined || key === undefined) return undefined
  const certificate = new X509Certificate(cert)
  if (!certificate.checkPrivateKey(createPrivateKey(key))) {
    throw new Error("the kubeconfig's client-key-data is not the key of its client-certificate-data")
  }
  return certificate
}

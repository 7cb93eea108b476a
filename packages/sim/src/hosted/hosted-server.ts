import type { X509Certificate } from 'node:crypto'
import type { TenantServer } from '../tenants/contracts.ts'
import type { HostedUser, HostedWrite, IssuedCertificate, PodNetworkSettings } from './contracts.ts'

/** What an embedded API server is told about one of its clusters. */
export interface HostedClusterSettings {
  readonly template?: string
  readonly statedAt?: string
  readonly version?: string
  readonly serviceNetwork?: string
  readonly podNetwork?: PodNetworkSettings
  readonly serving?: boolean
  readonly failingChecks?: readonly string[]
}

/** The part of an embedded API server that hosted APIs are made of; `startApiServer()` gives one. */
export interface HostedServer extends TenantServer {
  /** Who signed its serving certificate, in PEM. */
  readonly ca: string
  readonly clusters: Omit<TenantServer['clusters'], 'get' | 'create'> & {
    get(id: string): { readonly settings: HostedClusterSettings } | undefined
    create(id: string, snapshot?: object, settings?: HostedClusterSettings): Promise<object>
    change(id: string, settings: HostedClusterSettings): Promise<void>
    onWrite(listener: (write: Omit<HostedWrite, 'id'> & { readonly clusterId: string }) => void): () => void
  }
  clientCa(clusterId: string): Promise<string>
  issueClientCertificate(clusterId: string, user: HostedUser): Promise<IssuedCertificate>
  handle(
    request: Parameters<TenantServer['handle']>[0] & {
      /** What the caller has to show, instead of being believed. */
      credentials?: { readonly certificate?: X509Certificate | undefined }
    },
  ): ReturnType<TenantServer['handle']>
}

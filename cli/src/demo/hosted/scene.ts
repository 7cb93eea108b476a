import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HostedCluster, Secret } from '@skep/api'
import { type Client, createClient, loadKubeconfig } from '@skep/client'
import { UserError } from '../../failure.ts'
import type { DemoOrder } from './order.ts'
import type { Progress } from './progress.ts'

/** What the steps of the demonstration work with. */
export interface Scene {
  readonly management: Client
  readonly order: DemoOrder
  readonly progress: Progress
  readonly signal: AbortSignal
  /** A folder of its own, for kubeconfigs. */
  readonly folder: string
  /** Opened by `enterTenant`. */
  tenant?: Client
}

/** Makes a folder that only its user can look into. */
export const openFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'skep-hosted-'))

/** Fetches the published kubeconfig of the hosted cluster, as any tenant would, and connects with it. */
export async function enterTenant(scene: Scene): Promise<void> {
  const { management, order, folder, signal, progress } = scene
  const { namespace } = order
  const hostedCluster = await management.get(HostedCluster, order, { signal })
  const secret = await management.get(Secret, { namespace, name: hostedCluster?.status?.kubeconfig?.name ?? '' })
  const text = Buffer.from(secret?.data?.['kubeconfig'] ?? '', 'base64').toString()
  const path = join(folder, `${order.name}.kubeconfig`)
  await writeFile(path, text, { mode: 0o600 })
  scene.tenant = createClient({ kubeconfig: await loadKubeconfig({ text }), userAgent: 'skep-demo' })
  progress.kubeconfig = path
}

/** The cluster of the tenant, once it has been entered. */
export function tenantOf({ tenant }: Scene): Client {
  if (!tenant) throw new UserError('the hosted cluster has no API yet')
  return tenant
}

/** Leaves the tenant; kubeconfigs stay if somebody wants to go on with them. */
export async function leave({ tenant, folder }: Scene, keep: boolean): Promise<void> {
  tenant?.close()
  if (!keep) await rm(folder, { recursive: true, force: true })
}

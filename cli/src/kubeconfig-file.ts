import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import type { ApiServer } from '@skep/apiserver'
import type { Endpoint } from '@skep/client'
import { UserError } from './failure.ts'
import type { ServerOptions } from './server-options.ts'

/** A kubeconfig on the disk. */
export interface KubeconfigFile {
  readonly path: string
  /** Removes it if it is of no use once the server has stopped. */
  discard(): Promise<void>
}

/** Writes the admin kubeconfig to where the options say, or to where it is in nobody's way. */
export async function writeKubeconfig(server: ApiServer, options: ServerOptions): Promise<KubeconfigFile> {
  const { dataDir, ephemeral, kubeconfig } = options
  const name = ephemeral ? `ephemeral-${server.port}.kubeconfig` : 'kubeconfig'
  const path = resolve(kubeconfig ?? join(dataDir, name))
  await server.writeKubeconfig(path)
  return { path, discard: async () => (ephemeral && !kubeconfig ? rm(path, { force: true }) : undefined) }
}

/** Under which a kubeconfig says where its cluster's simulation is controlled. */
const SIMULATION = 'skep.dev/simulation'

/** Notes in a kubeconfig that Skep wrote where the simulation behind the cluster is controlled. */
export async function noteControlApi(path: string, url: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const note = `    extensions:\n    - name: ${SIMULATION}\n      extension: { url: "${url}" }`
  const noted = text.replace(/^ {4}server: .*$/m, (server) => `${server}\n${note}`)
  // The file has been there for a while, and somebody may be reading it.
  const draft = `${path}.${process.pid}.tmp`
  await writeFile(draft, noted, { mode: 0o600 })
  await rename(draft, path)
}

/** Where the simulation behind a cluster is controlled, as its kubeconfig says; undefined when it says nothing. */
export function controlApiOf({ extensions }: Pick<Endpoint, 'extensions'>): string | undefined {
  const url = extensions?.[SIMULATION]?.['url']
  return typeof url === 'string' ? url : undefined
}

/** Throws when the file that the options name belongs to something else: an own collection, or another running Skep. */
export async function checkKubeconfigIsOurs({ kubeconfig }: Pick<ServerOptions, 'kubeconfig'>): Promise<void> {
  const text = kubeconfig && (await readFile(kubeconfig, 'utf8').catch(() => undefined))
  if (!text) return
  const server = ownServer(text)
  if (!server) throw new UserError(`${kubeconfig} holds other clusters: name another file with --kubeconfig`)
  if (await answers(server)) {
    throw new UserError(`${kubeconfig} is of the Skep that runs at ${server.origin}: name another with --kubeconfig`)
  }
}

/** Whether a kubeconfig is of a server, other than one of our own, that answers. */
export async function isKubeconfigInUse(path: string, ownPort: number): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const [, server] = /^ {4}server: "?([^\s"]+)"?$/m.exec(text) ?? []
  if (server === undefined || !URL.canParse(server)) return false
  const url = new URL(server)
  return Number(url.port) !== ownPort && answers(url)
}

/** Address in a kubeconfig that Skep wrote: one cluster, one user, one context. */
function ownServer(text: string): URL | undefined {
  const [, server] = /^ {4}server: "(.+)"$/m.exec(text) ?? []
  const isOwn = /^current-context: "(skep|hive-simulator)"$/m.test(text) && text.match(/^- name: /gm)?.length === 3
  return isOwn && server ? new URL(server) : undefined
}

const answers = ({ hostname, port }: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const settle = (found: boolean) => {
      socket.destroy()
      resolve(found)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })

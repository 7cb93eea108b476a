import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HostedCluster } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createClient, inProcessTransport, installKinds } from '@skep/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkManagementCluster } from './check.ts'

async function startManagementCluster() {
  const server = await startApiServer()
  const folder = mkdtempSync(join(tmpdir(), 'skep-check-'))
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'kubeconfig')
  await server.writeKubeconfig(path)
  return { server, path }
}

describe('a demonstration of hosted clusters', () => {
  it('is possible where they are known', async () => {
    const { server, path } = await startManagementCluster()
    const client = createClient({ transport: inProcessTransport(server) })
    await installKinds(client, [HostedCluster], { signal: new AbortController().signal })

    await expect(checkManagementCluster(path)).resolves.toBeUndefined()
  })

  it('says what is missing where they are not', async () => {
    const { server, path } = await startManagementCluster()

    await expect(checkManagementCluster(path)).rejects.toThrow(
      `${server.url} knows no hosted clusters: start it with \`skep up\`, or run \`skep controllers --enable hypershift\` on it`,
    )
  })

  it('fails at once where nobody answers', async () => {
    const { server, path } = await startManagementCluster()
    await server.close()

    await expect(checkManagementCluster(path)).rejects.toThrow('ECONNREFUSED')
  })
})

import { awsAccountKinds, ClusterDeployment, hiveKinds } from '@skep/api'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { realClock } from '@skep/base'
import { createClient, loadKubeconfig } from '@skep/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectByKubeconfig } from './shard/connect.ts'
import { shardUnavailable } from './shard/failure.ts'
import { aShard } from './test/builders.ts'

const kinds = [...hiveKinds, ...awsAccountKinds]

async function startShard(port?: number): Promise<ApiServer> {
  const server = await startApiServer({ kinds, ...(port === undefined ? {} : { port }) })
  onTestFinished(() => server.close())
  return server
}

/** Asks a shard for its clusters, and gives what it is said about that when it fails. */
async function ask(kubeconfig: string): Promise<string> {
  const shard = aShard({ hiveConfig: kubeconfig, awsAccountOperatorConfig: kubeconfig })
  const clients = await connectByKubeconfig(realClock)(shard)
  try {
    const { items } = await clients.hive.list(ClusterDeployment)
    return `${items.length} clusters`
  } catch (error) {
    return shardUnavailable('shard-1', clients.hive.target, error).message
  } finally {
    clients.close()
  }
}

describe('a shard on the network', () => {
  it('is reached by the content of its kubeconfig, with one client for equal contents', async () => {
    const server = await startShard()
    const kubeconfig = await server.kubeconfig()
    const clients = await connectByKubeconfig(realClock)(
      aShard({ hiveConfig: kubeconfig, awsAccountOperatorConfig: kubeconfig }),
    )
    onTestFinished(() => clients.close())

    expect(clients.accounts).toBe(clients.hive)
    expect(await ask(kubeconfig)).toBe('0 clusters')
  })

  it('says that nobody listens any more', async () => {
    const server = await startShard()
    const kubeconfig = await server.kubeconfig()
    const { port } = new URL((await loadKubeconfig({ text: kubeconfig })).server)
    await server.close()

    expect(await ask(kubeconfig)).toBe(
      `shard shard-1: connection refused by https://127.0.0.1:${port}: start its API server, or, if it has moved, ` +
        'regenerate the kubeconfig and update the provision shard with it',
    )
  })

  it('says what to do when it was restarted and has other certificates', async () => {
    const server = await startShard()
    const kubeconfig = await server.kubeconfig()
    const port = Number(new URL((await loadKubeconfig({ text: kubeconfig })).server).port)
    await server.close()
    await startShard(port)

    expect(await ask(kubeconfig)).toMatch(
      /^shard shard-1: .*certificates.*: regenerate the kubeconfig and update the provision shard with it$/,
    )
  })

  it('says what to do when it does not take our credentials', async () => {
    const server = await startShard()
    const { server: url } = await loadKubeconfig({ text: await server.kubeconfig() })
    const stranger = createClient({
      kubeconfig: {
        server: url,
        credentials: async () => ({ tls: { insecure: true }, headers: { authorization: 'Bearer nobody' } }),
      },
    })
    onTestFinished(() => stranger.close())
    const error = await stranger.list(ClusterDeployment).catch((thrown: unknown) => thrown)

    expect(shardUnavailable('shard-1', url, error).message).toBe(
      `shard shard-1: Unauthorized: ${url} does not accept the credentials, which change when it restarts: ` +
        'regenerate the kubeconfig and update the provision shard with it',
    )
  })

  it('says when Hive is not installed', async () => {
    const server = await startApiServer()
    onTestFinished(() => server.close())

    expect(await ask(await server.kubeconfig())).toContain('install the CRDs of Hive and the account operators')
  })
})

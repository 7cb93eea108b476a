import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noteControlApi } from '../kubeconfig-file.ts'
import { controlApiAddress } from './address.ts'

const KUBECONFIG = `apiVersion: v1
kind: Config
clusters:
- name: skep
  cluster:
    server: https://127.0.0.1:6443
users:
- name: admin
  user: { token: secret }
contexts:
- name: skep
  context: { cluster: skep, user: admin }
current-context: skep
`

async function kubeconfigNoting(url?: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'skep-address-')), 'config')
  await writeFile(path, KUBECONFIG)
  if (url !== undefined) await noteControlApi(path, url)
  return path
}

describe('the address of a simulation', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('is the one that was given, whatever a kubeconfig says', async () => {
    const kubeconfig = await kubeconfigNoting('http://127.0.0.1:4711')

    expect(await controlApiAddress({ url: 'http://127.0.0.1:1', kubeconfig })).toBe('http://127.0.0.1:1')
  })

  it('is in the kubeconfig that was named, or that kubectl would use', async () => {
    vi.stubEnv('KUBECONFIG', await kubeconfigNoting('http://127.0.0.1:4711'))

    expect(await controlApiAddress({})).toBe('http://127.0.0.1:4711')
    expect(await controlApiAddress({ kubeconfig: await kubeconfigNoting('http://127.0.0.1:4712') })).toBe(
      'http://127.0.0.1:4712',
    )
  })

  it('is the usual one where no kubeconfig says anything', async () => {
    vi.stubEnv('KUBECONFIG', await kubeconfigNoting())
    expect(await controlApiAddress({})).toBe('http://localhost:8080')

    vi.stubEnv('KUBECONFIG', '/nowhere/config')
    expect(await controlApiAddress({})).toBe('http://localhost:8080')
  })

  it('is not guessed when a kubeconfig was named that is not there', async () => {
    await expect(controlApiAddress({ kubeconfig: '/nowhere/config' })).rejects.toThrow(
      'there is no kubeconfig /nowhere/config',
    )
  })
})

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderKubeconfig, writeKubeconfig } from './kubeconfig.ts'

describe('renderKubeconfig', () => {
  it('embeds authority and client certificate', () => {
    const text = renderKubeconfig({
      name: 'blue',
      server: 'https://127.0.0.1:6443/clusters/blue',
      caPem: 'CA',
      credentials: { clientCertificate: { certificatePem: 'CERT', keyPem: 'KEY' } },
      namespace: 'acme',
    })

    expect(text).toBe(`apiVersion: v1
kind: Config
clusters:
- name: "blue"
  cluster:
    server: "https://127.0.0.1:6443/clusters/blue"
    certificate-authority-data: Q0E=
users:
- name: "blue"
  user:
    client-certificate-data: Q0VSVA==
    client-key-data: S0VZ
contexts:
- name: "blue"
  context:
    cluster: "blue"
    user: "blue"
    namespace: "acme"
current-context: "blue"
`)
  })

  it('carries a token instead', () => {
    const text = renderKubeconfig({ name: 'x', server: 'http://127.0.0.1:1', credentials: { token: 'to"ken' } })

    expect(text).toContain('  user:\n    token: "to\\"ken"\n')
    expect(text).not.toContain('certificate')
  })
})

describe('writeKubeconfig', () => {
  it('keeps it from everybody else', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kubeconfig-'))
    const path = join(dir, 'new', 'admin.kubeconfig')

    await writeKubeconfig(path, { name: 'x', server: 'http://127.0.0.1:1', credentials: { token: 't' } })

    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toContain('current-context: "x"')
    await rm(dir, { recursive: true })
  })
})

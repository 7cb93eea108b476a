import { mkdtemp, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startApiServer } from '@skep/apiserver'
import { loadKubeconfig } from '@skep/client'
import { expect, it } from 'vitest'
import { openKubeconfig } from './explain/open-kubeconfig.ts'
import { checkKubeconfigIsOurs, controlApiOf, noteControlApi } from './kubeconfig-file.ts'

const folder = () => mkdtemp(join(tmpdir(), 'skep-kubeconfig-'))

it('a kubeconfig says where the simulation of its cluster is controlled, and is a kubeconfig of Skep all the same', async () => {
  const server = await startApiServer()
  const path = join(await folder(), 'config')
  await writeFile(path, await server.kubeconfig())

  expect(controlApiOf(await loadKubeconfig({ path }))).toBeUndefined()
  await noteControlApi(path, 'http://127.0.0.1:4711')

  expect(controlApiOf(await loadKubeconfig({ path }))).toBe('http://127.0.0.1:4711')
  await server.close()
  await expect(checkKubeconfigIsOurs({ kubeconfig: path })).resolves.toBeUndefined()
})

it('a kubeconfig is whole for those who read it while something is noted in it, and stays private', async () => {
  const path = join(await folder(), 'config')
  const text = 'clusters:\n- cluster:\n    server: https://127.0.0.1:1\n'
  await writeFile(path, text, { mode: 0o600 })
  const reader = await open(path)

  await noteControlApi(path, 'http://127.0.0.1:4711')

  expect(await reader.readFile('utf8')).toBe(text)
  await reader.close()
  expect(await readFile(path, 'utf8')).toContain('http://127.0.0.1:4711')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(dirname(path))).toEqual(['config'])
})

it('a kubeconfig that is not there is named, with what to do about it', async () => {
  const path = join(await folder(), 'nowhere')

  await expect(openKubeconfig({ kubeconfig: path })).rejects.toThrow(
    `there is no kubeconfig ${path}: name another with --kubeconfig or $KUBECONFIG`,
  )
})

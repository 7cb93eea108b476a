import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { KubeConfig } from '@kubernetes/client-node'
import { isObject, parseYaml } from '@skep/schema'
import type { KubeconfigSource } from './load.ts'

/** The library reads a token from `token-file`, but kubectl's name for it is `tokenFile`: the file named so is used. */
export function adoptTokenFile(config: KubeConfig, { text, path }: KubeconfigSource): void {
  const source = text ?? (path === undefined ? undefined : readFileSync(path, 'utf8'))
  const user = config.getCurrentUser()
  if (source === undefined || !user) return
  const file = tokenFileOf(source, user.name)
  if (file === undefined) return
  const tokenFile = resolve(path === undefined ? '.' : dirname(path), file)
  Object.assign(user, { token: undefined, authProvider: { name: 'tokenFile', config: { tokenFile } } })
}

function tokenFileOf(source: string, userName: string): string | undefined {
  const config = parseYaml(source).value
  const users = isObject(config) && Array.isArray(config['users']) ? config['users'].filter(isObject) : []
  const user = users.find(({ name }) => name === userName)?.['user']
  const file = isObject(user) ? user['tokenFile'] : undefined
  return typeof file === 'string' ? file : undefined
}

import { isObject, type Json, parseYaml } from '@skep/schema'
import type { IssuedCertificate } from '../hosted/contracts.ts'

/** The kubeconfig that a kubelet writes once it has a certificate: for the same API, with that instead of a token. */
export function kubeletKubeconfig(bootstrapKubeconfig: string, { certificatePem, keyPem }: IssuedCertificate): string {
  const config = parseYaml(bootstrapKubeconfig).value
  if (!isObject(config)) throw new Error('the bootstrap kubeconfig is not an object')
  const user = { 'client-certificate-data': base64(certificatePem), 'client-key-data': base64(keyPem) }
  const users = (Array.isArray(config['users']) ? config['users'] : []).map((entry) => withUser(entry, user))
  return JSON.stringify({ ...config, users })
}

const withUser = (entry: Json, user: Json): Json => (isObject(entry) ? { ...entry, user } : entry)

const base64 = (text: string): string => Buffer.from(text).toString('base64')

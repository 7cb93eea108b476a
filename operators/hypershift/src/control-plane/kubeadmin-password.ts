import type { Random } from '@skep/base'
import { usesOAuth } from './facts.ts'
import { ensureSecret, removeSecret } from './pki/secrets.ts'
import type { ControlPlaneScope } from './scope.ts'

/** Name of the Secret with the password of the first user. */
export const KUBEADMIN_PASSWORD = 'kubeadmin-password'

/** Letters and digits without those that look like others. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 23
const DASHES = new Set([5, 11, 17])

/** A password in four groups, such as `aBcDe-FgHiJ-kmnop-QrStu`. */
export const newKubeadminPassword = (random: Random): string =>
  Array.from({ length: LENGTH }, (_, index) => (DASHES.has(index) ? '-' : ALPHABET[random.int(ALPHABET.length)])).join(
    '',
  )

/** Whether the cluster has a first user: only as long as nobody says how users log in. */
export const hasKubeadmin = ({ controlPlane }: Pick<ControlPlaneScope, 'controlPlane'>): boolean =>
  usesOAuth(controlPlane) && controlPlane.spec.configuration?.oauth === undefined

/** Makes the password of the first user, or removes it where there is none. */
export async function ensureKubeadminPassword(scope: ControlPlaneScope): Promise<void> {
  const { objects, namespace } = scope
  const name = KUBEADMIN_PASSWORD
  if (!hasKubeadmin(scope)) return removeSecret(scope, name)
  // One that somebody else chose will do.
  if (objects.secrets.get({ namespace, name })?.data?.['password']) return
  await ensureSecret(scope, { name, generate: () => ({ password: newKubeadminPassword(scope.parts.random) }) })
}

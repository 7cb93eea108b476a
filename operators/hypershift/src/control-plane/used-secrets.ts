import type { Secret } from '@skep/api'
import type { KeysOf } from '@skep/controller'
import { providerSecrets } from './conditions/identity-providers.ts'
import type { ControlPlane } from './facts.ts'
import type { ControlPlaneObjects } from './objects.ts'
import { namedCertificates } from './pki/kubeconfigs.ts'

/** Control planes that are made from a Secret of their owner's, who may bring another one at any time. */
export const usersOf =
  ({ controlPlanes }: Pick<ControlPlaneObjects, 'controlPlanes'>): KeysOf<Secret> =>
  ({ metadata: { namespace, name } }) =>
    controlPlanes
      .list(namespace)
      .filter((controlPlane) => uses(controlPlane, name))
      .map(({ metadata }) => metadata)

const uses = (controlPlane: ControlPlane, secret: string): boolean =>
  controlPlane.spec.sshKey.name === secret ||
  namedCertificates(controlPlane).includes(secret) ||
  providerSecrets(controlPlane).includes(secret)

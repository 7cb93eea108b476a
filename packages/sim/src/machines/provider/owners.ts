import { ClusterApiMachine } from '@skep/api'
import type { KubeObject, OwnerReference } from '@skep/schema'

const PAUSED_ANNOTATION = 'cluster.x-k8s.io/paused'
const MANAGED_BY_ANNOTATION = 'cluster.x-k8s.io/managed-by'

/** The Machine that an object of a provider is for; undefined until somebody says so. */
export const ownerMachine = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(
    ({ apiVersion, kind }) => kind === 'Machine' && apiVersion.startsWith(`${ClusterApiMachine.group}/`),
  )

/** Whether nobody is to touch an object of a provider. */
export const isPaused = (
  { metadata }: KubeObject,
  cluster: { readonly spec?: { readonly paused?: boolean | undefined } | undefined } | undefined,
): boolean => metadata.annotations?.[PAUSED_ANNOTATION] !== undefined || cluster?.spec?.paused === true

/** Whether somebody else than the provider looks after its part of a cluster. */
export const isExternallyManaged = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.[MANAGED_BY_ANNOTATION] !== undefined

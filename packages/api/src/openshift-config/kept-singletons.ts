import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { configV1 } from './group.ts'
import { keptPart } from './singleton.ts'

/** A kind whose object, named cluster, is handed on as it is. */
const keptSingleton = (kind: string, plural: string, description: string) =>
  defineKind({
    ...configV1,
    kind,
    plural,
    schema: s.object(
      { ...kubeObject, spec: keptPart('What is asked for'), status: s.optional(keptPart('What there is')) },
      { description },
    ),
  })

/** How the API of a cluster serves. */
export const OpenShiftApiServer = keptSingleton('APIServer', 'apiservers', 'How the API of the cluster serves.')
export type OpenShiftApiServer = ObjectOf<typeof OpenShiftApiServer>

/** Who may use a cluster. */
export const OpenShiftAuthentication = keptSingleton('Authentication', 'authentications', 'Who may use the cluster.')
export type OpenShiftAuthentication = ObjectOf<typeof OpenShiftAuthentication>

/** What a cluster can do that others cannot. */
export const OpenShiftFeatureGate = keptSingleton('FeatureGate', 'featuregates', 'What the cluster can do besides.')
export type OpenShiftFeatureGate = ObjectOf<typeof OpenShiftFeatureGate>

/** Where images of a cluster come from. */
export const OpenShiftImage = keptSingleton('Image', 'images', 'Where images come from.')
export type OpenShiftImage = ObjectOf<typeof OpenShiftImage>

/** How users of a cluster log in. */
export const OpenShiftOAuth = keptSingleton('OAuth', 'oauths', 'How users log in.')
export type OpenShiftOAuth = ObjectOf<typeof OpenShiftOAuth>

/** Which catalogs of operators a cluster has. */
export const OpenShiftOperatorHub = keptSingleton(
  'OperatorHub',
  'operatorhubs',
  'Which catalogs of operators there are.',
)
export type OpenShiftOperatorHub = ObjectOf<typeof OpenShiftOperatorHub>

/** How pods of a cluster find their nodes. */
export const OpenShiftScheduler = keptSingleton('Scheduler', 'schedulers', 'How pods find their nodes.')
export type OpenShiftScheduler = ObjectOf<typeof OpenShiftScheduler>

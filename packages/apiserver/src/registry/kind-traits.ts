import type { GroupResource, ServedResource } from '../contracts.ts'
import { qualified } from './errors.ts'

/** Small differences between built-in resources in how they are written and deleted. Custom resources are all alike. */

const setOf = (...names: string[]): ReadonlySet<string> => new Set(names.flatMap((name) => name.split(' ')))

const WITH_GENERATION = setOf(
  'pods podtemplates replicationcontrollers',
  'deployments.apps replicasets.apps statefulsets.apps daemonsets.apps',
  'jobs.batch cronjobs.batch horizontalpodautoscalers.autoscaling poddisruptionbudgets.policy',
  'ingresses.networking.k8s.io ingressclasses.networking.k8s.io networkpolicies.networking.k8s.io',
  'endpointslices.discovery.k8s.io priorityclasses.scheduling.k8s.io',
  'flowschemas.flowcontrol.apiserver.k8s.io prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
)

const VERSION_REQUIRED = setOf(
  'leases.coordination.k8s.io runtimeclasses.node.k8s.io poddisruptionbudgets.policy',
  'csidrivers.storage.k8s.io csinodes.storage.k8s.io volumeattachments.storage.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io apiservices.apiregistration.k8s.io',
)

const ANSWERS_WITH_DELETED_OBJECT = setOf(
  'namespaces persistentvolumes persistentvolumeclaims pods podtemplates resourcequotas services serviceaccounts',
  'csidrivers.storage.k8s.io csinodes.storage.k8s.io storageclasses.storage.k8s.io volumeattachments.storage.k8s.io',
)

/** The server counts changes of the spec in `metadata.generation`. */
export const hasGeneration = (resource: ServedResource): boolean =>
  resource.custom || WITH_GENERATION.has(qualified(resource))

/** An update without a resourceVersion overwrites whatever is there, rather than being refused. */
export const allowsUnconditionalUpdate = (resource: ServedResource): boolean =>
  !resource.custom && !VERSION_REQUIRED.has(qualified(resource))

/** A delete answers with the object, rather than with a Status about it. */
export const answersWithDeletedObject = (resource: ServedResource): boolean =>
  !resource.custom && ANSWERS_WITH_DELETED_OBJECT.has(qualified(resource))

/** Events own nothing, so the garbage collector has no say in their deletion. */
export const isGarbageCollected = ({ resource, group }: GroupResource): boolean =>
  resource !== 'events' || (group !== '' && group !== 'events.k8s.io')

import type { MessageTable } from './messages.ts'

/** What every object and every request shares. */
export const metaMessages: MessageTable = {
  'io.k8s.apimachinery.pkg.apis.meta.v1': {
    Condition: 'type status observedGeneration lastTransitionTime reason message',
    DeleteOptions: 'gracePeriodSeconds? preconditions? orphanDependents? propagationPolicy? dryRun',
    FieldSelectorRequirement: 'key operator values',
    GroupResource: 'group resource',
    LabelSelector: 'matchLabels matchExpressions',
    LabelSelectorRequirement: 'key operator values',
    ManagedFieldsEntry: 'manager operation apiVersion time? - fieldsType fieldsV1? subresource',
    ObjectMeta: `
      name generateName namespace selfLink uid resourceVersion generation creationTimestamp deletionTimestamp?
      deletionGracePeriodSeconds? labels annotations ownerReferences finalizers - - managedFields
    `,
    OwnerReference: 'kind - name uid apiVersion controller? blockOwnerDeletion?',
    Preconditions: 'uid? resourceVersion?',
  },
}

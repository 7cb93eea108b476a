import { on, onEvents, READ, READ_WRITE, type Rules, WRITE } from './notation.ts'

/** What admin, edit and view are put together from; others may add to them by label. */
export const AGGREGATED_RULES: Rules = {
  'system:aggregate-to-admin': [
    on('authorization.k8s.io', 'localsubjectaccessreviews', 'create'),
    on('rbac.authorization.k8s.io', 'rolebindings roles', READ_WRITE),
  ],
  'system:aggregate-to-edit': [
    on('', 'pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy', READ),
    on('', 'serviceaccounts', 'impersonate'),
    on('', 'pods pods/attach pods/exec pods/portforward pods/proxy', WRITE),
    on('', 'pods/eviction', 'create'),
    on(
      '',
      'configmaps persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy',
      WRITE,
    ),
    on('', 'serviceaccounts/token', 'create'),
    onEvents(WRITE),
    on(
      'apps',
      'daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale',
      WRITE,
    ),
    on('autoscaling', 'horizontalpodautoscalers', WRITE),
    on('batch', 'cronjobs jobs', WRITE),
    on(
      'extensions',
      'daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale',
      WRITE,
    ),
    on('policy', 'poddisruptionbudgets', WRITE),
    on('networking.k8s.io', 'ingresses networkpolicies', WRITE),
    on('coordination.k8s.io', 'leases', READ_WRITE),
    on('resource.k8s.io', 'resourceclaims resourceclaimtemplates', WRITE),
  ],
  'system:aggregate-to-view': [
    on(
      '',
      'configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status',
      READ,
    ),
    on(
      '',
      'bindings limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status',
      READ,
    ),
    on('', 'namespaces', READ),
    onEvents(READ),
    on('discovery.k8s.io', 'endpointslices', READ),
    on(
      'apps',
      'controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status',
      READ,
    ),
    on('autoscaling', 'horizontalpodautoscalers horizontalpodautoscalers/status', READ),
    on('batch', 'cronjobs cronjobs/status jobs jobs/status', READ),
    on(
      'extensions',
      'daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale',
      READ,
    ),
    on('policy', 'poddisruptionbudgets poddisruptionbudgets/status', READ),
    on('networking.k8s.io', 'ingresses ingresses/status networkpolicies', READ),
    on('resource.k8s.io', 'resourceclaims resourceclaims/status resourceclaimtemplates', READ),
  ],
}

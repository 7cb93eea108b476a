import { on, READ, RECORD_EVENTS, type Rules } from './notation.ts'

/** What the controllers of the cluster itself need, by service account. */
export const CLUSTER_CONTROLLER_RULES: Rules = {
  'certificate-controller': [
    on('certificates.k8s.io', 'certificatesigningrequests', 'delete get list watch'),
    on('certificates.k8s.io', 'certificatesigningrequests/approval certificatesigningrequests/status', 'update'),
    on('certificates.k8s.io', 'signers', 'approve', 'kubernetes.io/kube-apiserver-client-kubelet'),
    on(
      'certificates.k8s.io',
      'signers',
      'sign',
      'kubernetes.io/kube-apiserver-client kubernetes.io/kube-apiserver-client-kubelet kubernetes.io/kubelet-serving kubernetes.io/legacy-unknown',
    ),
    on('authorization.k8s.io', 'subjectaccessreviews', 'create'),
    RECORD_EVENTS,
  ],
  'clusterrole-aggregation-controller': [
    on('rbac.authorization.k8s.io', 'clusterroles', 'escalate get list patch update watch'),
  ],
  'generic-garbage-collector': [on('*', '*', 'delete get list patch update watch'), RECORD_EVENTS],
  'kube-apiserver-serving-clustertrustbundle-publisher': [
    on('certificates.k8s.io', 'signers', 'attest', 'kubernetes.io/kube-apiserver-serving'),
    on('certificates.k8s.io', 'clustertrustbundles', 'create delete list update watch'),
    RECORD_EVENTS,
  ],
  'legacy-service-account-token-cleaner': [
    on('', 'configmaps', 'get', 'kube-apiserver-legacy-service-account-token-tracking'),
    on('', 'secrets', 'delete patch'),
  ],
  'namespace-controller': [
    on('', 'namespaces', 'delete get list watch'),
    on('', 'namespaces/finalize namespaces/status', 'update'),
    on('*', '*', 'delete deletecollection get list watch'),
  ],
  'node-controller': [
    on('', 'nodes', 'delete get list patch update watch'),
    on('', 'nodes/status', 'patch update'),
    on('', 'pods/status', 'patch update'),
    on('', 'pods', 'delete get list watch'),
    on('coordination.k8s.io', 'leases', READ),
    RECORD_EVENTS,
  ],
  podcertificaterequestcleaner: [on('certificates.k8s.io', 'podcertificaterequests', 'delete get list watch')],
  'resourcequota-controller': [on('*', '*', 'list watch'), on('', 'resourcequotas/status', 'update'), RECORD_EVENTS],
  'root-ca-cert-publisher': [on('', 'configmaps', 'create update'), RECORD_EVENTS],
  'service-account-controller': [on('', 'serviceaccounts', 'create'), RECORD_EVENTS],
  'storage-version-migrator-controller': [
    on('*', '*', 'list patch'),
    on('apiextensions.k8s.io', 'customresourcedefinitions', 'get'),
    on('apiextensions.k8s.io', 'customresourcedefinitions/status', 'patch'),
    on('storagemigration.k8s.io', 'storageversionmigrations/status', 'update'),
  ],
  'ttl-controller': [on('', 'nodes', 'list patch update watch'), RECORD_EVENTS],
  'validatingadmissionpolicy-status-controller': [
    on('admissionregistration.k8s.io', 'validatingadmissionpolicies', READ),
    on('admissionregistration.k8s.io', 'validatingadmissionpolicies/status', 'get patch update'),
    RECORD_EVENTS,
  ],
}

import { on, type Rules } from './notation.ts'

/** Who may have certificates approved, and approve them. */
export const CERTIFICATE_RULES: Rules = {
  'system:certificates.k8s.io:certificatesigningrequests:nodeclient': [
    on('certificates.k8s.io', 'certificatesigningrequests/nodeclient', 'create'),
  ],
  'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient': [
    on('certificates.k8s.io', 'certificatesigningrequests/selfnodeclient', 'create'),
  ],
  'system:certificates.k8s.io:kube-apiserver-client-approver': [
    on('certificates.k8s.io', 'signers', 'approve', 'kubernetes.io/kube-apiserver-client'),
  ],
  'system:certificates.k8s.io:kube-apiserver-client-kubelet-approver': [
    on('certificates.k8s.io', 'signers', 'approve', 'kubernetes.io/kube-apiserver-client-kubelet'),
  ],
  'system:certificates.k8s.io:kubelet-serving-approver': [
    on('certificates.k8s.io', 'signers', 'approve', 'kubernetes.io/kubelet-serving'),
  ],
  'system:certificates.k8s.io:legacy-unknown-approver': [
    on('certificates.k8s.io', 'signers', 'approve', 'kubernetes.io/legacy-unknown'),
  ],
}

import type { Role, RoleBinding } from '@skep/api'
import { on, READ, RECORD_EVENTS, role, roleBinding, systemAccount, user } from './notation.ts'

const LOCK = 'create get list update watch'
const LOCK_RULES = [on('coordination.k8s.io', 'leases', LOCK), on('coordination.k8s.io', 'leasecandidates', LOCK)]

/** Roles in kube-system and kube-public. */
export const NAMESPACE_ROLES: readonly Role[] = [
  role('kube-public', 'system:controller:bootstrap-signer', [
    on('', 'configmaps', READ),
    on('', 'configmaps', 'update', 'cluster-info'),
    RECORD_EVENTS,
  ]),
  role('kube-system', 'extension-apiserver-authentication-reader', [
    on('', 'configmaps', READ, 'extension-apiserver-authentication'),
  ]),
  role('kube-system', 'system::leader-locking-kube-controller-manager', LOCK_RULES),
  role('kube-system', 'system::leader-locking-kube-scheduler', LOCK_RULES),
  role('kube-system', 'system:controller:bootstrap-signer', [on('', 'secrets', READ)]),
  role('kube-system', 'system:controller:cloud-provider', [on('', 'configmaps', 'create get list watch')]),
  role('kube-system', 'system:controller:token-cleaner', [on('', 'secrets', 'delete get list watch'), RECORD_EVENTS]),
]

const CONTROLLER_MANAGER = user('system:kube-controller-manager')
const SCHEDULER = user('system:kube-scheduler')

/** Who has them. */
export const NAMESPACE_ROLE_BINDINGS: readonly RoleBinding[] = [
  roleBinding('kube-public', 'system:controller:bootstrap-signer', [systemAccount('bootstrap-signer')]),
  roleBinding(
    'kube-system',
    'system::extension-apiserver-authentication-reader',
    [CONTROLLER_MANAGER, SCHEDULER],
    'extension-apiserver-authentication-reader',
  ),
  roleBinding('kube-system', 'system::leader-locking-kube-controller-manager', [
    CONTROLLER_MANAGER,
    systemAccount('kube-controller-manager'),
    systemAccount('leader-election-controller'),
  ]),
  roleBinding('kube-system', 'system::leader-locking-kube-scheduler', [SCHEDULER, systemAccount('kube-scheduler')]),
  roleBinding('kube-system', 'system:controller:bootstrap-signer', [systemAccount('bootstrap-signer')]),
  roleBinding('kube-system', 'system:controller:cloud-provider', [systemAccount('cloud-provider')]),
  roleBinding('kube-system', 'system:controller:token-cleaner', [systemAccount('token-cleaner')]),
]

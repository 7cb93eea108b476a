/** The API group of roles, users and groups. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io'

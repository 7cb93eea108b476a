import { on, onPaths, READ, type Rules } from './notation.ts'

/** What people and monitoring need of any cluster. */
export const PUBLIC_RULES: Rules = {
  'cluster-admin': [on('*', '*', '*'), onPaths('*', '*')],
  'system:basic-user': [
    on('authorization.k8s.io', 'selfsubjectaccessreviews selfsubjectrulesreviews', 'create'),
    on('authentication.k8s.io', 'selfsubjectreviews', 'create'),
  ],
  'system:discovery': [
    onPaths('/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/', 'get'),
  ],
  'system:public-info-viewer': [onPaths('/healthz /livez /readyz /version /version/', 'get')],
  'system:monitoring': [
    onPaths('/flagz /healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/* /statusz', 'get'),
    on('', 'nodes/metrics', 'get'),
  ],
  'system:service-account-issuer-discovery': [
    onPaths(
      '/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/',
      'get',
    ),
  ],
  'system:cluster-trust-bundle-discovery': [on('certificates.k8s.io', 'clustertrustbundles', READ)],
  'system:auth-delegator': [
    on('authentication.k8s.io', 'tokenreviews', 'create'),
    on('authorization.k8s.io', 'subjectaccessreviews', 'create'),
  ],
}

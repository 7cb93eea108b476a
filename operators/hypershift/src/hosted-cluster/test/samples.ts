import type { HostedCluster } from '@skep/api'
import { ARO, AWS_ROLES, BY_NAMED_ROUTES, BY_NODE_PORTS } from '../../control-plane/test/specs.ts'

/** Namespace of the hosted cluster that tests use, and the namespace of its control plane. */
export const NAMESPACE = 'ocm-local-2abc'
export const CONTROL_PLANE = 'ocm-local-2abc-demo'

type Spec = HostedCluster['spec']

/** What of a spec differs from one platform to another. */
const PLATFORMS = {
  Azure: { platform: ARO.platform, services: BY_NAMED_ROUTES },
  AWS: {
    services: BY_NAMED_ROUTES,
    platform: {
      type: 'AWS',
      aws: {
        region: 'us-east-1',
        rolesRef: AWS_ROLES,
      },
    },
  },
  Agent: { platform: { type: 'Agent', agent: { agentNamespace: 'agents' } }, services: BY_NODE_PORTS },
  KubeVirt: { platform: { type: 'KubeVirt', kubevirt: {} }, services: BY_NAMED_ROUTES },
  None: { platform: { type: 'None' }, services: BY_NODE_PORTS },
} as const

/** The platforms that tests know. */
export type PlatformName = keyof typeof PLATFORMS

/** Spec of a hosted cluster. */
export const hostedClusterSpec = (platform: PlatformName, changes: object = {}): Spec =>
  ({
    release: { image: 'img.example/ocp-release:4.19.3-multi' },
    dns: { baseDomain: 'hcp.example.net' },
    pullSecret: { name: 'demo-pull' },
    ...PLATFORMS[platform],
    ...changes,
    // What else there is has a default.
  }) as unknown as Spec

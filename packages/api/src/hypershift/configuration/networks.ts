import { s } from '@skep/schema'
import { Toleration } from '../../core/scheduling.ts'
import { optionalText, optionalTextMap, optionalTexts } from '../../openshift/fields.ts'
import { checked } from '../../openshift/rules.ts'
import { optionalNamed } from '../../openshift-config/named.ts'
import { optionalAtomicTexts, specOf } from './fields.ts'

const PORT = '([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])'

const clusterNetwork = s.object(
  {
    cidr: optionalText('Addresses of pods.'),
    hostPrefix: s.optional(s.int32({ description: 'Length of the prefix of each node.', minimum: 0 })),
  },
  { description: 'Where addresses of pods come from.' },
)

const placement = (description: string) =>
  s.optional(
    s.object(
      {
        nodeSelector: optionalTextMap('Labels of the nodes.'),
        tolerations: s.optional(
          s.array(Toleration, { description: 'Taints of nodes that are put up with.', listType: 'atomic' }),
        ),
      },
      { description },
    ),
  )

const diagnostics = s.object(
  {
    mode: s.optional(s.enum(['', 'All', 'Disabled'], { description: 'Whether they are made.' })),
    sourcePlacement: placement('Where they are made from.'),
    targetPlacement: placement('What they are made against.'),
  },
  { description: 'Checks of the network.' },
)

const externalIP = s.object(
  {
    autoAssignCIDRs: optionalAtomicTexts('Where addresses of load balancers come from.'),
    policy: s.optional(
      s.object(
        {
          allowedCIDRs: optionalAtomicTexts('Networks of which people may use addresses.'),
          rejectedCIDRs: optionalAtomicTexts('Networks of which nobody may, which counts more.'),
        },
        { description: 'Which addresses people may use.' },
      ),
    ),
  },
  { description: 'Addresses of services outside the cluster.' },
)

/** The network of the cluster. */
export const network = s.object(
  {
    clusterNetwork: s.optional(
      s.array(clusterNetwork, { description: 'Where addresses of pods come from.', listType: 'atomic' }),
    ),
    externalIP: s.optional(externalIP),
    networkDiagnostics: s.optional(diagnostics),
    networkType: optionalText('Who makes the network.'),
    serviceNetwork: optionalAtomicTexts('Addresses of services.'),
    serviceNodePortRange: s.optional(
      s.string({ description: 'Ports of nodes for services, such as 30000-32767.', pattern: `^${PORT}-${PORT}$` }),
    ),
  },
  {
    ...specOf('Network'),
    ...checked({
      rule: "!has(self.networkDiagnostics) || !has(self.networkDiagnostics.mode) || self.networkDiagnostics.mode != 'Disabled' || !(has(self.networkDiagnostics.sourcePlacement) || has(self.networkDiagnostics.targetPlacement))",
      message:
        'cannot set networkDiagnostics.sourcePlacement and networkDiagnostics.targetPlacement when networkDiagnostics.mode is Disabled',
    }),
  },
)

/** How the cluster reaches the rest of the world. */
export const proxy = s.object(
  {
    httpProxy: optionalText('Proxy of requests without TLS.'),
    httpsProxy: optionalText('Proxy of requests with TLS.'),
    noProxy: optionalText('Hosts that are reached without.'),
    readinessEndpoints: optionalTexts('What must be reached by it.'),
    trustedCA: optionalNamed('ConfigMap with the authorities of the proxy.'),
  },
  specOf('Proxy'),
)

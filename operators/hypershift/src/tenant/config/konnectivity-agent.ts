import type { DaemonSet } from '@skep/api'
import type { Release } from '../../contracts.ts'
import type { NamedDraft } from './settle.ts'

/** With what the control plane reaches the nodes: one pod on each of them. */
export const KONNECTIVITY_AGENT = { namespace: 'kube-system', name: 'konnectivity-agent' } as const

const LABELS = { app: 'konnectivity-agent' }

/** The agents of a release. They run on every node, also on one that is not ready, which helps to find out why. */
export const konnectivityAgents = ({ componentImage }: Release): NamedDraft<DaemonSet> => ({
  metadata: { ...KONNECTIVITY_AGENT, labels: LABELS },
  spec: {
    selector: { matchLabels: LABELS },
    template: {
      metadata: { labels: LABELS },
      spec: {
        containers: [
          {
            name: 'konnectivity-agent',
            image: componentImage('apiserver-network-proxy'),
            command: ['/usr/bin/proxy-agent'],
            resources: { requests: { cpu: '40m', memory: '50Mi' } },
          },
        ],
        hostNetwork: true,
        dnsPolicy: 'Default',
        automountServiceAccountToken: false,
        priorityClassName: 'system-node-critical',
        tolerations: [{ operator: 'Exists' }],
      },
    },
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%', maxSurge: 0 } },
  },
})

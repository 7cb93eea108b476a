import { s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'

/** What the kinds of agent-install.openshift.io have in common. */
export const agentInstallV1Beta1 = {
  group: 'agent-install.openshift.io',
  version: 'v1beta1',
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
} as const

/** A condition as agents and their images have them. */
export const AgentCondition = s.object({
  type: s.string({ description: 'What the statement is about.' }),
  status: s.string({ description: 'True, False or Unknown.' }),
  reason: optionalText('Why, in one word for programs.'),
  message: optionalText('Why, for people.'),
  lastHeartbeatTime: s.optional(s.time({ description: 'When the statement was last made.' })),
  lastTransitionTime: s.optional(s.time({ description: 'When the status last changed.' })),
})

/** Conditions of an agent or of its image. */
export const agentConditions = s.optional(s.array(AgentCondition, { description: 'What is known of it.' }))

/** A cluster that agents become part of. */
export const clusterReference = (description: string) =>
  s.optional(
    s.object(
      {
        name: optionalText('Name of the ClusterDeployment.'),
        namespace: optionalText('Namespace of the ClusterDeployment.'),
      },
      { description },
    ),
  )

/** What was found when a host or a cluster was checked. */
export const validationsInfo = s.optional(
  s.map(
    s.array(
      s.object({
        id: s.string({ description: 'Name of the check.' }),
        message: s.string({ description: 'What was found.' }),
        status: s.string({ description: 'success, failure, pending or error.' }),
      }),
    ),
    { description: 'What checks have found, by category.' },
  ),
)

/** A proxy between a host and the world. */
export const proxy = (description: string) =>
  s.optional(
    s.object(
      {
        httpProxy: optionalText('Proxy for HTTP.'),
        httpsProxy: optionalText('Proxy for HTTPS.'),
        noProxy: optionalText('What is reached without it.'),
      },
      { description },
    ),
  )

/** Where images are found that a host would get elsewhere. */
export const mirrorRegistry = s.optional(
  s.object(
    {
      name: s.string({ description: 'Name of the ConfigMap.' }),
      namespace: s.string({ description: 'Namespace of the ConfigMap.' }),
    },
    { description: 'ConfigMap that says which registries stand in for others.' },
  ),
)

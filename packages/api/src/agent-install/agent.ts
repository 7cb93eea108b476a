import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalFlag, optionalText, optionalTextMap, optionalTexts } from '../openshift/fields.ts'
import { namespacedReference } from '../openshift/references.ts'
import { agentConditions, agentInstallV1Beta1, clusterReference, validationsInfo } from './fields.ts'
import { HostInventory } from './inventory.ts'

const time = (description: string) => s.optional(s.time({ description }))

const spec = s.object(
  {
    approved: s.bool({ description: 'Whether the host may become part of a cluster.' }),
    clusterDeploymentName: clusterReference('Cluster that the host is to be part of.'),
    fencingCredentialsSecretRef: optionalText('Secret with what it takes to switch the host off.'),
    hostname: optionalText('Name that it is to have.'),
    ignitionConfigOverrides: optionalText('Changes to its Ignition configuration, as JSON.'),
    ignitionEndpointHTTPHeaders: optionalTextMap('Headers with which it asks for its configuration.'),
    ignitionEndpointTokenReference: s.optional(
      namespacedReference('Secret with the token with which it asks for its configuration.'),
    ),
    installation_disk_id: optionalText('Disk to install on, by id.'),
    installation_disk_path: optionalText('Disk to install on, by path.'),
    installerArgs: optionalText('Arguments of the installer, as JSON.'),
    machineConfigPool: optionalText('Pool of which it gets its configuration.'),
    nodeLabels: optionalTextMap('Labels of its node.'),
    role: s.string({ description: 'master, arbiter, worker, or auto-assign.' }),
  },
  { description: 'What is to become of the host.' },
)

const progress = s.object(
  {
    currentStage: optionalText('What it is doing.'),
    installationPercentage: s.optional(s.int64({ description: 'How much is done.' })),
    progressInfo: optionalText('Details.'),
    progressStages: optionalTexts('All that it will do.'),
    stageStartTime: time('Since when.'),
    stageUpdateTime: time('When it last reported.'),
  },
  { description: 'How far installation is.' },
)

const csrStatus = s.object(
  {
    approvedCSRs: s.optional(
      s.array(
        s.object({
          approvedAt: s.time({ description: 'When.' }),
          name: s.string({ description: 'Name of the request.' }),
          type: s.string({ description: 'client or serving.' }),
        }),
        { description: 'Requests that were approved.' },
      ),
    ),
    lastApprovalAttempt: time('When requests were last looked at.'),
  },
  { description: 'Certificates of its node.' },
)

const status = s.object(
  {
    bootstrap: optionalFlag('Whether the cluster starts on it.'),
    conditions: agentConditions,
    csrStatus: s.optional(csrStatus),
    debugInfo: s.optional(
      s.object(
        {
          eventsURL: optionalText('Where its events are.'),
          logsURL: optionalText('Where its logs are.'),
          state: optionalText('State of the host.'),
          stateInfo: optionalText('Details of the state.'),
        },
        { description: 'More for people.' },
      ),
    ),
    deprovision_info: s.optional(
      s.object(
        {
          cluster_name: optionalText('Name of the cluster.'),
          cluster_namespace: optionalText('Namespace of the cluster.'),
          message: optionalText('How far that is.'),
          node_name: optionalText('Its node there.'),
        },
        { description: 'The cluster that it leaves.' },
      ),
    ),
    installation_disk_id: optionalText('Disk that it was installed on.'),
    inventory: s.optional(HostInventory),
    kind: optionalText('Host, or AddToExistingClusterHost.'),
    ntpSources: s.optional(
      s.array(
        s.object({
          sourceName: optionalText('Name of the server.'),
          sourceState: optionalText('Whether it is followed.'),
        }),
        { description: 'Where it gets the time.' },
      ),
    ),
    progress: s.optional(progress),
    role: optionalText('Role that it has or will get.'),
    validationsInfo,
  },
  { description: 'What is known of the host.' },
)

/** A host that has booted a discovery image, and what is to become of it. */
export const Agent = defineKind({
  ...agentInstallV1Beta1,
  kind: 'Agent',
  plural: 'agents',
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'A host that has booted a discovery image, and what is to become of it.' },
  ),
  columns: [
    { name: 'Cluster', type: 'string', jsonPath: '.spec.clusterDeploymentName.name' },
    { name: 'Approved', type: 'boolean', jsonPath: '.spec.approved' },
    { name: 'Role', type: 'string', jsonPath: '.status.role' },
    { name: 'Stage', type: 'string', jsonPath: '.status.progress.currentStage' },
    { name: 'Hostname', type: 'string', jsonPath: '.status.inventory.hostname', priority: 1 },
    { name: 'Requested Hostname', type: 'string', jsonPath: '.spec.hostname', priority: 1 },
  ],
})
export type Agent = ObjectOf<typeof Agent>

import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalFlag, optionalText } from '../openshift/fields.ts'
import { ClusterVersionStatus } from './cluster-version-status.ts'
import { conditionPath, configV1 } from './group.ts'

const spec = s.object(
  {
    clusterID: s.string({ description: 'Id of the cluster.' }),
    channel: optionalText('Channel to take updates from.'),
    upstream: optionalText('Where to ask for updates.'),
    desiredUpdate: s.optional(
      s.object(
        {
          version: optionalText('Version to go to.'),
          image: optionalText('Image to go to.'),
          force: optionalFlag('Whether to go there whatever the checks say.'),
          architecture: optionalText('Multi, to change to the release for all architectures.'),
        },
        { description: 'The release to go to.', preserveUnknown: true },
      ),
    ),
  },
  { description: 'The release that is wanted.', preserveUnknown: true },
)

/** The version of an OpenShift cluster; there is one, named version. */
export const ClusterVersion = defineKind({
  ...configV1,
  kind: 'ClusterVersion',
  plural: 'clusterversions',
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(s.with(ClusterVersionStatus, { description: 'The release it is at.' })) },
    { description: 'The version of an OpenShift cluster.' },
  ),
  columns: [
    { name: 'Version', type: 'string', jsonPath: '.status.history[?(@.state=="Completed")].version' },
    { name: 'Available', type: 'string', jsonPath: conditionPath('Available', 'status') },
    { name: 'Progressing', type: 'string', jsonPath: conditionPath('Progressing', 'status') },
    { name: 'Since', type: 'date', jsonPath: conditionPath('Progressing', 'lastTransitionTime') },
    { name: 'Status', type: 'string', jsonPath: conditionPath('Progressing', 'message') },
  ],
})
export type ClusterVersion = ObjectOf<typeof ClusterVersion>

import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, emptyPart } from '../openshift/fields.ts'
import { hiveV1 } from './group.ts'

const label = (name: string): string => `.metadata.labels.hive\\.openshift\\.io/${name}`

/** Reserves the one letter that a pool of a GCP cluster has in the names of its machines. */
export const MachinePoolNameLease = defineKind({
  ...hiveV1,
  kind: 'MachinePoolNameLease',
  plural: 'machinepoolnameleases',
  scope: 'Namespaced',
  schema: s.object(
    { ...kubeObject, spec: emptyPart(), status: emptyPart() },
    { description: 'Reserves the letter of a pool in the names of its machines.' },
  ),
  columns: [
    { name: 'MachinePool', type: 'string', jsonPath: label('machine-pool-name') },
    { name: 'Cluster', type: 'string', jsonPath: label('cluster-deployment-name') },
    ageColumn,
  ],
})
export type MachinePoolNameLease = ObjectOf<typeof MachinePoolNameLease>

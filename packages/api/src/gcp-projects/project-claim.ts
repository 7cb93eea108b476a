import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { atomicProbedConditions } from '../openshift/conditions.ts'
import { ageColumn, optionalFlag, optionalText } from '../openshift/fields.ts'
import { LegalEntity } from '../openshift/legal-entity.ts'
import { namespacedReference } from '../openshift/references.ts'
import { gcpProjectsV1Alpha1, stateColumn } from './group.ts'

const spec = s.object(
  {
    legalEntity: LegalEntity,
    gcpCredentialSecret: namespacedReference('Secret to write the credentials to.'),
    region: s.string({ description: 'Region that the project is prepared for.' }),
    gcpProjectID: optionalText('Id of the project, once it is known.'),
    projectReferenceCRLink: s.optional(namespacedReference('The ProjectReference made for this claim.')),
    availabilityZones: s.optional(s.array(s.string(), { description: 'Zones of the region.', listType: 'atomic' })),
    ccs: optionalFlag("Whether the project is the customer's own."),
    ccsSecretRef: s.optional(namespacedReference("Secret with credentials of the customer's own project.")),
    ccsProjectID: optionalText("Id of the customer's own project."),
    sharedVPCAccess: optionalFlag('Whether the project may use a network of another.'),
  },
  { description: 'The project that is asked for.' },
)

const status = s.object(
  {
    conditions: atomicProbedConditions(),
    state: s.string({ description: 'Pending, PendingProject, Verification, Ready or Error.' }),
  },
  { description: 'What became of the claim.' },
)

/** Asks for a GCP project. */
export const ProjectClaim = defineKind({
  ...gcpProjectsV1Alpha1,
  kind: 'ProjectClaim',
  plural: 'projectclaims',
  schema: s.object({ ...kubeObject, spec, status: s.optional(status) }, { description: 'Asks for a GCP project.' }),
  columns: [stateColumn, { name: 'GCPProjectID', type: 'string', jsonPath: '.spec.gcpProjectID' }, ageColumn],
})
export type ProjectClaim = ObjectOf<typeof ProjectClaim>

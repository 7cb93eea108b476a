import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { atomicProbedConditions } from '../openshift/conditions.ts'
import { ageColumn, optionalFlag, optionalText } from '../openshift/fields.ts'
import { LegalEntity } from '../openshift/legal-entity.ts'
import { namespacedReference } from '../openshift/references.ts'
import { gcpProjectsV1Alpha1, stateColumn } from './group.ts'

const spec = s.object(
  {
    projectClaimCRLink: namespacedReference('The ProjectClaim that it was made for.'),
    legalEntity: LegalEntity,
    gcpProjectID: optionalText('Id of the project.'),
    ccs: optionalFlag("Whether the project is the customer's own."),
    ccsSecretRef: s.optional(namespacedReference("Secret with credentials of the customer's own project.")),
    serviceAccountName: optionalText('Account that is made in the project.'),
    sharedVPCAccess: optionalFlag('Whether the project may use a network of another.'),
  },
  { description: 'The project and who has it.' },
)

const status = s.object(
  {
    conditions: atomicProbedConditions(),
    state: s.string({ description: 'Creating, Ready or Error.' }),
  },
  { description: 'What is known of the project.' },
)

/** A GCP project. */
export const ProjectReference = defineKind({
  ...gcpProjectsV1Alpha1,
  kind: 'ProjectReference',
  plural: 'projectreferences',
  schema: s.object({ ...kubeObject, spec, status: s.optional(status) }, { description: 'A GCP project.' }),
  columns: [
    stateColumn,
    { name: 'ClaimName', type: 'string', jsonPath: '.spec.projectClaimCRLink.name' },
    { name: 'ClaimNameSpace', type: 'string', jsonPath: '.spec.projectClaimCRLink.namespace' },
    ageColumn,
  ],
})
export type ProjectReference = ObjectOf<typeof ProjectReference>

import { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from '@skep/api'
import type { Client } from '@skep/client'
import { createIfMissing } from '@skep/controller'

const NAME = 'block-cloud-resources.hypershift.openshift.io'

/** Keeps the tenant from making anything that a cloud would have to provide, now that it is being taken away. */
export async function blockCreation(client: Client): Promise<void> {
  await createIfMissing(client, ValidatingAdmissionPolicy, {
    metadata: { name: NAME },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: [''],
            apiVersions: ['v1'],
            operations: ['CREATE'],
            resources: ['persistentvolumeclaims', 'persistentvolumes', 'services'],
          },
          {
            apiGroups: ['operator.openshift.io', 'snapshot.storage.k8s.io'],
            apiVersions: ['v1'],
            operations: ['CREATE'],
            resources: ['ingresscontrollers', 'volumesnapshots'],
          },
        ],
      },
      validations: [
        {
          expression:
            "request.resource.resource == 'services' && (!has(object.spec.type) || object.spec.type != 'LoadBalancer')",
          message: 'the cluster is being deleted: nothing that its cloud provides can be created any more',
        },
      ],
    },
  })
  await createIfMissing(client, ValidatingAdmissionPolicyBinding, {
    metadata: { name: NAME },
    spec: { policyName: NAME, validationActions: ['Deny'] },
  })
}

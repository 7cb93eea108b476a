/** A custom kind to try things with: hives, with columns, a status, a scale, a short name and a category. */
export const HIVE_CRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: hives.bees.example.com}
spec:
  group: bees.example.com
  scope: Namespaced
  names: {plural: hives, singular: hive, kind: Hive, shortNames: [hv], categories: [all]}
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale: {specReplicasPath: .spec.frames, statusReplicasPath: .status.frames}
    additionalPrinterColumns:
    - {name: Queen, type: string, jsonPath: .spec.queen}
    - {name: Frames, type: integer, jsonPath: .spec.frames, priority: 1}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        type: object
        description: A hive of bees.
        properties:
          spec:
            type: object
            required: [queen]
            properties:
              queen: {type: string, description: Name of the queen.}
              frames: {type: integer, default: 10, minimum: 1}
          status:
            type: object
            properties:
              frames: {type: integer}
              conditions:
                type: array
                items:
                  type: object
                  properties:
                    type: {type: string}
                    status: {type: string}
                    reason: {type: string}
                    message: {type: string}
                    lastTransitionTime: {type: string, format: date-time}
`

/** A hive. */
export const hive = (name: string, spec: object = { queen: 'Mary' }) => ({
  apiVersion: 'bees.example.com/v1',
  kind: 'Hive',
  metadata: { name },
  spec,
})

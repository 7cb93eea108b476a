import {
  type ClusterApiCluster,
  type ClusterApiMachine,
  type ClusterApiMachineSet,
  type MachineDeployment,
  type Secret,
} from '@skep/api'
import type { Informer, ObjectChange } from '@skep/client'
import type { KeysOf } from '@skep/controller'
import { type KubeObject } from '@skep/schema'
import { type Lookups } from './lookups.ts'

/** Something that is of a cluster. */
type OfCluster = KubeObject & {
  readonly spec: {
    readonly clusterName: string
  }
}
/** The cluster that something is of. */
export declare const clusterOf: KeysOf<OfCluster>
/** Everything of a kind that is of a cluster. */
export declare const allOfCluster: <T extends KubeObject>(informer: Informer<T>) => KeysOf<ClusterApiCluster>
/** Sets that would take a machine over which nobody controls. */
export declare const adoptersOfMachine: ({ sets }: Lookups) => KeysOf<ClusterApiMachine>
/** Deployments that would take a set over which nobody controls. */
export declare const adoptersOfSet: ({ deployments }: Lookups) => KeysOf<ClusterApiMachineSet>
/** The machines of a cluster whose kubeconfig this is. */
export declare const machinesOfKubeconfig: ({ machines }: Lookups) => KeysOf<Secret>
/** The machines of all sets of a deployment. */
export declare const machinesOfDeployment: ({ sets, machines }: Lookups) => KeysOf<MachineDeployment>
/** The health checks that look after a machine. */
export declare const checksOfMachine: ({ healthChecks }: Lookups) => KeysOf<ClusterApiMachine>
/** Whether an object has gone. */
export declare const hasGone: ({ type }: ObjectChange) => boolean
/** Whether a change of a cluster says that its machines are to be left alone, or to go. */
export declare const concernsMachines: (
  change: ObjectChange<{
    apiVersion: string
    kind: string
    metadata: import('@skep/schema').ObjectMeta
    spec?:
      | {
          availabilityGates?:
            | {
                conditionType: string
                polarity?: 'Negative' | 'Positive' | undefined
              }[]
            | undefined
          clusterNetwork?:
            | {
                apiServerPort?: number | undefined
                pods?:
                  | {
                      cidrBlocks: string[]
                    }
                  | undefined
                serviceDomain?: string | undefined
                services?:
                  | {
                      cidrBlocks: string[]
                    }
                  | undefined
              }
            | undefined
          controlPlaneEndpoint?:
            | {
                host?: string | undefined
                port?: number | undefined
              }
            | undefined
          controlPlaneRef?:
            | {
                apiVersion?: string | undefined
                fieldPath?: string | undefined
                kind?: string | undefined
                name?: string | undefined
                namespace?: string | undefined
                resourceVersion?: string | undefined
                uid?: string | undefined
              }
            | undefined
          infrastructureRef?:
            | {
                apiVersion?: string | undefined
                fieldPath?: string | undefined
                kind?: string | undefined
                name?: string | undefined
                namespace?: string | undefined
                resourceVersion?: string | undefined
                uid?: string | undefined
              }
            | undefined
          paused?: boolean | undefined
          topology?:
            | {
                class?: string | undefined
                version?: string | undefined
              }
            | undefined
        }
      | undefined
    status?:
      | {
          conditions?:
            | {
                lastTransitionTime: string
                message?: string | undefined
                reason?: string | undefined
                severity?: string | undefined
                status: string
                type: string
              }[]
            | undefined
          controlPlaneReady?: boolean | undefined
          failureDomains?:
            | Record<
                string,
                {
                  attributes?: Record<string, string> | undefined
                  controlPlane?: boolean | undefined
                }
              >
            | undefined
          failureMessage?: string | undefined
          failureReason?: string | undefined
          infrastructureReady?: boolean | undefined
          observedGeneration?: number | undefined
          phase?: 'Deleting' | 'Failed' | 'Pending' | 'Provisioned' | 'Provisioning' | 'Unknown' | undefined
          v1beta2?:
            | {
                conditions?:
                  | {
                      lastTransitionTime: string
                      message: string
                      reason: string
                      status: 'False' | 'True' | 'Unknown'
                      type: string
                      observedGeneration?: number | undefined
                    }[]
                  | undefined
                controlPlane?:
                  | {
                      availableReplicas?: number | undefined
                      desiredReplicas?: number | undefined
                      readyReplicas?: number | undefined
                      replicas?: number | undefined
                      upToDateReplicas?: number | undefined
                      upgradePlan?:
                        | {
                            version: string
                          }[]
                        | undefined
                      versions?:
                        | {
                            replicas?: number | undefined
                            version: string
                          }[]
                        | undefined
                    }
                  | undefined
                workers?:
                  | {
                      availableReplicas?: number | undefined
                      desiredReplicas?: number | undefined
                      readyReplicas?: number | undefined
                      replicas?: number | undefined
                      upToDateReplicas?: number | undefined
                      upgradePlan?:
                        | {
                            version: string
                          }[]
                        | undefined
                      versions?:
                        | {
                            replicas?: number | undefined
                            version: string
                          }[]
                        | undefined
                    }
                  | undefined
              }
            | undefined
        }
      | undefined
  }>,
) => boolean
/** Whether a change of a cluster has to do with what its machines are to blame for. */
export declare const concernsHealth: (
  change: ObjectChange<{
    apiVersion: string
    kind: string
    metadata: import('@skep/schema').ObjectMeta
    spec?:
      | {
          availabilityGates?:
            | {
                conditionType: string
                polarity?: 'Negative' | 'Positive' | undefined
              }[]
            | undefined
          clusterNetwork?:
            | {
                apiServerPort?: number | undefined
                pods?:
                  | {
                      cidrBlocks: string[]
                    }
                  | undefined
                serviceDomain?: string | undefined
                services?:
                  | {
                      cidrBlocks: string[]
                    }
                  | undefined
              }
            | undefined
          controlPlaneEndpoint?:
            | {
                host?: string | undefined
                port?: number | undefined
              }
            | undefined
          controlPlaneRef?:
            | {
                apiVersion?: string | undefined
                fieldPath?: string | undefined
                kind?: string | undefined
                name?: string | undefined
                namespace?: string | undefined
                resourceVersion?: string | undefined
                uid?: string | undefined
              }
            | undefined
          infrastructureRef?:
            | {
                apiVersion?: string | undefined
                fieldPath?: string | undefined
                kind?: string | undefined
                name?: string | undefined
                namespace?: string | undefined
                resourceVersion?: string | undefined
                uid?: string | undefined
              }
            | undefined
          paused?: boolean | undefined
          topology?:
            | {
                class?: string | undefined
                version?: string | undefined
              }
            | undefined
        }
      | undefined
    status?:
      | {
          conditions?:
            | {
                lastTransitionTime: string
                message?: string | undefined
                reason?: string | undefined
                severity?: string | undefined
                status: string
                type: string
              }[]
            | undefined
          controlPlaneReady?: boolean | undefined
          failureDomains?:
            | Record<
                string,
                {
                  attributes?: Record<string, string> | undefined
                  controlPlane?: boolean | undefined
                }
              >
            | undefined
          failureMessage?: string | undefined
          failureReason?: string | undefined
          infrastructureReady?: boolean | undefined
          observedGeneration?: number | undefined
          phase?: 'Deleting' | 'Failed' | 'Pending' | 'Provisioned' | 'Provisioning' | 'Unknown' | undefined
          v1beta2?:
            | {
                conditions?:
                  | {
                      lastTransitionTime: string
                      message: string
                      reason: string
                      status: 'False' | 'True' | 'Unknown'
                      type: string
                      observedGeneration?: number | undefined
                    }[]
                  | undefined
                controlPlane?:
                  | {
                      availableReplicas?: number | undefined
                      desiredReplicas?: number | undefined
                      readyReplicas?: number | undefined
                      replicas?: number | undefined
                      upToDateReplicas?: number | undefined
                      upgradePlan?:
                        | {
                            version: string
                          }[]
                        | undefined
                      versions?:
                        | {
                            replicas?: number | undefined
                            version: string
                          }[]
                        | undefined
                    }
                  | undefined
                workers?:
                  | {
                      availableReplicas?: number | undefined
                      desiredReplicas?: number | undefined
                      readyReplicas?: number | undefined
                      replicas?: number | undefined
                      upToDateReplicas?: number | undefined
                      upgradePlan?:
                        | {
                            version: string
                          }[]
                        | undefined
                      versions?:
                        | {
                            replicas?: number | undefined
                            version: string
                          }[]
                        | undefined
                    }
                  | undefined
              }
            | undefined
        }
      | undefined
  }>,
) => boolean
/** Whether a deployment has a new current set. */
export declare const isNewRevision: (
  change: ObjectChange<{
    apiVersion: string
    kind: string
    metadata: import('@skep/schema').ObjectMeta
    spec: {
      clusterName: string
      machineNamingStrategy?:
        | {
            template?: string | undefined
          }
        | undefined
      minReadySeconds?: number | undefined
      paused?: boolean | undefined
      progressDeadlineSeconds?: number | undefined
      replicas?: number | undefined
      revisionHistoryLimit?: number | undefined
      rolloutAfter?: string | undefined
      selector: {
        matchExpressions?:
          | {
              key: string
              operator: string
              values?: string[] | undefined
            }[]
          | undefined
        matchLabels?: Record<string, string> | undefined
      }
      strategy?:
        | {
            remediation?:
              | {
                  maxInFlight?: string | number | undefined
                }
              | undefined
            rollingUpdate?:
              | {
                  deletePolicy?: 'Newest' | 'Oldest' | 'Random' | undefined
                  maxSurge?: string | number | undefined
                  maxUnavailable?: string | number | undefined
                }
              | undefined
            type?: 'OnDelete' | 'RollingUpdate' | undefined
          }
        | undefined
      template: {
        metadata?:
          | {
              annotations?: Record<string, string> | undefined
              labels?: Record<string, string> | undefined
            }
          | undefined
        spec?:
          | {
              bootstrap: {
                configRef?:
                  | {
                      apiVersion?: string | undefined
                      fieldPath?: string | undefined
                      kind?: string | undefined
                      name?: string | undefined
                      namespace?: string | undefined
                      resourceVersion?: string | undefined
                      uid?: string | undefined
                    }
                  | undefined
                dataSecretName?: string | undefined
              }
              clusterName: string
              failureDomain?: string | undefined
              infrastructureRef: {
                apiVersion?: string | undefined
                fieldPath?: string | undefined
                kind?: string | undefined
                name?: string | undefined
                namespace?: string | undefined
                resourceVersion?: string | undefined
                uid?: string | undefined
              }
              nodeDeletionTimeout?: string | undefined
              nodeDrainTimeout?: string | undefined
              nodeVolumeDetachTimeout?: string | undefined
              providerID?: string | undefined
              readinessGates?:
                | {
                    conditionType: string
                    polarity?: 'Negative' | 'Positive' | undefined
                  }[]
                | undefined
              taints?:
                | {
                    effect: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
                    key: string
                    propagation: 'Always' | 'OnInitialization'
                    value?: string | undefined
                  }[]
                | undefined
              version?: string | undefined
            }
          | undefined
      }
    }
    status?:
      | {
          availableReplicas?: number | undefined
          conditions?:
            | {
                lastTransitionTime: string
                message?: string | undefined
                reason?: string | undefined
                severity?: string | undefined
                status: string
                type: string
              }[]
            | undefined
          observedGeneration?: number | undefined
          phase?: 'Failed' | 'Running' | 'ScalingDown' | 'ScalingUp' | 'Unknown' | undefined
          readyReplicas?: number | undefined
          replicas?: number | undefined
          selector?: string | undefined
          unavailableReplicas?: number | undefined
          updatedReplicas?: number | undefined
          v1beta2?:
            | {
                availableReplicas?: number | undefined
                conditions?:
                  | {
                      lastTransitionTime: string
                      message: string
                      reason: string
                      status: 'False' | 'True' | 'Unknown'
                      type: string
                      observedGeneration?: number | undefined
                    }[]
                  | undefined
                readyReplicas?: number | undefined
                upToDateReplicas?: number | undefined
              }
            | undefined
          versions?:
            | {
                replicas?: number | undefined
                version: string
              }[]
            | undefined
        }
      | undefined
  }>,
) => boolean
/** Whether a change of a machine matters to who looks after its health. */
export declare const changesHealth: (
  change: ObjectChange<{
    apiVersion: string
    kind: string
    metadata: import('@skep/schema').ObjectMeta
    spec: {
      bootstrap: {
        configRef?:
          | {
              apiVersion?: string | undefined
              fieldPath?: string | undefined
              kind?: string | undefined
              name?: string | undefined
              namespace?: string | undefined
              resourceVersion?: string | undefined
              uid?: string | undefined
            }
          | undefined
        dataSecretName?: string | undefined
      }
      clusterName: string
      failureDomain?: string | undefined
      infrastructureRef: {
        apiVersion?: string | undefined
        fieldPath?: string | undefined
        kind?: string | undefined
        name?: string | undefined
        namespace?: string | undefined
        resourceVersion?: string | undefined
        uid?: string | undefined
      }
      nodeDeletionTimeout?: string | undefined
      nodeDrainTimeout?: string | undefined
      nodeVolumeDetachTimeout?: string | undefined
      providerID?: string | undefined
      readinessGates?:
        | {
            conditionType: string
            polarity?: 'Negative' | 'Positive' | undefined
          }[]
        | undefined
      taints?:
        | {
            effect: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
            key: string
            propagation: 'Always' | 'OnInitialization'
            value?: string | undefined
          }[]
        | undefined
      version?: string | undefined
    }
    status?:
      | {
          addresses?:
            | {
                address: string
                type: 'ExternalDNS' | 'ExternalIP' | 'Hostname' | 'InternalDNS' | 'InternalIP'
              }[]
            | undefined
          bootstrapReady?: boolean | undefined
          certificatesExpiryDate?: string | undefined
          conditions?:
            | {
                lastTransitionTime: string
                message?: string | undefined
                reason?: string | undefined
                severity?: string | undefined
                status: string
                type: string
              }[]
            | undefined
          deletion?:
            | {
                nodeDrainStartTime?: string | undefined
                waitForNodeVolumeDetachStartTime?: string | undefined
                waitForPreDrainHookStartTime?: string | undefined
                waitForPreTerminateHookStartTime?: string | undefined
              }
            | undefined
          failureMessage?: string | undefined
          failureReason?: string | undefined
          infrastructureReady?: boolean | undefined
          lastUpdated?: string | undefined
          nodeInfo?:
            | {
                architecture: string
                bootID: string
                containerRuntimeVersion: string
                kernelVersion: string
                kubeProxyVersion: string
                kubeletVersion: string
                machineID: string
                operatingSystem: string
                osImage: string
                swap?:
                  | {
                      capacity?: number | undefined
                    }
                  | undefined
                systemUUID: string
              }
            | undefined
          nodeRef?:
            | {
                apiVersion?: string | undefined
                fieldPath?: string | undefined
                kind?: string | undefined
                name?: string | undefined
                namespace?: string | undefined
                resourceVersion?: string | undefined
                uid?: string | undefined
              }
            | undefined
          observedGeneration?: number | undefined
          phase?:
            | 'Deleted'
            | 'Deleting'
            | 'Failed'
            | 'Pending'
            | 'Provisioned'
            | 'Provisioning'
            | 'Running'
            | 'Unknown'
            | undefined
          v1beta2?:
            | {
                conditions?:
                  | {
                      lastTransitionTime: string
                      message: string
                      reason: string
                      status: 'False' | 'True' | 'Unknown'
                      type: string
                      observedGeneration?: number | undefined
                    }[]
                  | undefined
              }
            | undefined
        }
      | undefined
  }>,
) => boolean
//# sourceMappingURL=watches.d.ts.map

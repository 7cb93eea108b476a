import type { KindDefinition } from '@skep/schema'
import { AgentCluster, AgentMachine, AgentMachineTemplate } from './agent.ts'
import { AwsCluster, AwsMachine, AwsMachineTemplate } from './aws.ts'
import { AzureCluster, AzureClusterIdentity, AzureMachine, AzureMachineTemplate } from './azure.ts'
import { ClusterApiCluster } from './cluster.ts'
import { KubevirtCluster, KubevirtMachine, KubevirtMachineTemplate } from './kubevirt.ts'
import { ClusterApiMachine } from './machine.ts'
import { MachineDeployment } from './machine-deployment.ts'
import { MachineHealthCheck } from './machine-health-check.ts'
import { ClusterApiMachineSet } from './machine-set.ts'

/** The kinds of Cluster API that node pools are made of. */
export const clusterApiKinds: readonly KindDefinition[] = [
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
]

/** The kinds of the providers whose machines node pools are made of. */
export const infrastructureProviderKinds: readonly KindDefinition[] = [
  AgentCluster,
  AgentMachine,
  AgentMachineTemplate,
  AwsCluster,
  AwsMachine,
  AwsMachineTemplate,
  AzureCluster,
  AzureClusterIdentity,
  AzureMachine,
  AzureMachineTemplate,
  KubevirtCluster,
  KubevirtMachine,
  KubevirtMachineTemplate,
]

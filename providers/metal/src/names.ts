/** On an Agent: the AgentMachine that has taken it. */
export const AGENT_MACHINE_LABEL = 'agentMachineRef'

/** On an Agent: the namespace of that AgentMachine. */
export const AGENT_MACHINE_NAMESPACE = 'agentMachineRefNamespace'

/** On a ClusterDeployment: the AgentCluster that it was made for. */
export const AGENT_CLUSTER_LABEL = 'agentClusterRef'

/** On an Agent whose host is simulated here. */
export const SIMULATED_HOST_LABEL = 'sim.skep.dev/host'

/** On an Agent: the InfraEnv whose image its host has booted. */
export const INFRA_ENV_LABEL = 'infraenvs.agent-install.openshift.io'

/** On a Secret that agents need. */
export const WATCH_LABEL = 'agent-install.openshift.io/watch'

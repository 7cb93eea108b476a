import type { KindDefinition } from '@skep/schema'
import { Agent } from './agent.ts'
import { AgentClusterInstall } from './agent-cluster-install.ts'
import { InfraEnv } from './infra-env.ts'

/** The kinds of hosts that run an agent. */
export const agentInstallKinds: readonly KindDefinition[] = [Agent, AgentClusterInstall, InfraEnv]

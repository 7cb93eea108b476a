import type { ConditionUpdate } from '@skep/controller'
import { hostnameOf, isPublic, strategyOf, usesOAuth } from '../facts.ts'
import type { Endpoint } from '../network/endpoints.ts'
import { type ControlPlaneScope, conditionOf } from '../scope.ts'
import { errorsAbout } from './events.ts'
import { notSo, unknown, well } from './statement.ts'

/** Whether the control plane can be reached. */
export async function infrastructureCondition(scope: ControlPlaneScope): Promise<ConditionUpdate> {
  const { endpoints } = scope
  const type = 'InfrastructureReady'
  if (endpoints.waitingFor.length === 0 && endpoints.api) return well(type)
  try {
    const message = (await waitingMessage(scope)) || 'Cluster infrastructure is still provisioning'
    return notSo(type, 'WaitingOnInfrastructureReady', message)
  } catch (error) {
    return unknown(type, error instanceof Error ? error.message : String(error), 'InfraStatusFailure')
  }
}

/** What has no address yet, with what people were told about it. */
async function waitingMessage(scope: ControlPlaneScope): Promise<string> {
  const { parts, namespace, endpoints } = scope
  const isNew = conditionOf(scope, 'InfrastructureReady') === undefined
  const messages = endpoints.waitingFor.map(async ({ message, object }) => {
    // Nobody can have said anything yet about what was just made.
    if (isNew) return message
    const errors = await errorsAbout(parts.client, object.kind, { namespace, name: object.name })
    return errors.length > 0 ? `${message}: ${errors.join('; ')}` : message
  })
  return (await Promise.all(messages)).join('; ')
}

/** Tells where the control plane is reached, if that is known. */
export function tellEndpoints({ endpoints, status, controlPlane }: ControlPlaneScope): void {
  const { api, oauth, waitingFor } = endpoints
  if (waitingFor.length > 0 || !api) return
  status.controlPlaneEndpoint = { host: api.host, port: api.port }
  if (!usesOAuth(controlPlane) || !oauth) return
  status.oauthCallbackURLTemplate = `https://${joined(oauth)}/oauth2callback/[identity-provider-name]`
}

const joined = ({ host, port }: Endpoint): string => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)

/** Whether the name that somebody chose for the API leads to it. */
export function externalDnsCondition({ controlPlane, endpoints }: ControlPlaneScope): ConditionUpdate {
  const type = 'ExternalDNSReachable'
  const hostname = isPublic(controlPlane) ? hostnameOf(strategyOf(controlPlane, 'APIServer')) : undefined
  if (hostname === undefined) return unknown(type, 'External DNS is not configured')
  // Names are registered for what has an address.
  if (endpoints.api?.host === hostname) return well(type)
  return notSo(type, 'ExternalDNSHostNotReachable', `${hostname} does not lead anywhere yet`)
}

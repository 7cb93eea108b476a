import type { ConditionUpdate } from '@skep/controller'
import { type ServiceName, strategyOf, usesOAuth } from '../facts.ts'
import type { ControlPlaneScope } from '../scope.ts'
import { notSo, well } from './statement.ts'

const PUBLISHED = ['Route', 'LoadBalancer', 'NodePort']

/** Whether the control plane can be made as it is described. */
export function configurationCondition({ controlPlane, parts }: ControlPlaneScope): ConditionUpdate {
  const type = 'ValidHostedControlPlaneConfiguration'
  const reason = 'InsufficientClusterCapabilities'
  const routed = controlPlane.spec.services.find((each) => each.servicePublishingStrategy.type === 'Route')
  if (routed && parts.routes === false) {
    const { service } = routed
    return notSo(type, reason, `cluster does not support Routes, but service "${service}" is exposed via a Route`)
  }
  const usual: ServiceName[] = ['APIServer', 'Konnectivity']
  const needed: ServiceName[] = usesOAuth(controlPlane) ? [...usual, 'OAuthServer'] : usual
  const missing = needed.find((service) => !PUBLISHED.includes(strategyOf(controlPlane, service)?.type ?? ''))
  if (missing === undefined) return well(type, 'Configuration passes validation')
  return notSo(type, reason, `${missing} service strategy not specified`)
}

/** Whether everything that the control plane is made of is in its release. */
export function releaseInfoCondition({ release, controlPlane }: ControlPlaneScope): ConditionUpdate {
  const type = 'ValidReleaseInfo'
  if (release) return well(type)
  const { releaseImage, controlPlaneReleaseImage } = controlPlane.spec
  return notSo(type, 'MissingReleaseImages', controlPlaneReleaseImage || releaseImage)
}

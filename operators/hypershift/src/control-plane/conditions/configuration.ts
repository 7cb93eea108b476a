import type { ConditionUpdate } from '@skep/controller'
import { type ServiceName, strategyOf, usesOAuth } from '../facts.ts'
import type { ControlPlaneScope } from '../scope.ts'
import { notSo, well } from './statement.ts'

const PUBLISHED = ['Route', 'LoadBalancer', 'NodePort']

/** Whether the control plane can be made as it is described. */
export function configurationCondition({ controlPlane }: ControlPlaneScope): ConditionUpdate {
  const type = 'ValidHostedControlPlaneConfiguration'
  const usual: ServiceName[] = ['APIServer', 'Konnectivity']
  const needed: ServiceName[] = usesOAuth(controlPlane) ? [...usual, 'OAuthServer'] : usual
  const missing = needed.find((service) => !PUBLISHED.includes(strategyOf(controlPlane, service)?.type ?? ''))
  if (missing === undefined) return well(type, 'Configuration passes validation')
  return notSo(type, 'InsufficientClusterCapabilities', `${missing} service strategy not specified`)
}

/** Whether everything that the control plane is made of is in its release. */
export function releaseInfoCondition({ release, controlPlane }: ControlPlaneScope): ConditionUpdate {
  const type = 'ValidReleaseInfo'
  if (release) return well(type)
  const { releaseImage, controlPlaneReleaseImage } = controlPlane.spec
  return notSo(type, 'MissingReleaseImages', controlPlaneReleaseImage || releaseImage)
}

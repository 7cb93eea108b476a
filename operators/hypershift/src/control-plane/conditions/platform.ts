import { createHash } from 'node:crypto'
import type { ConditionUpdate } from '@skep/controller'
import type { ControlPlaneScope } from '../scope.ts'
import { unknown, well } from './statement.ts'

/** What there is to say about the platform of a control plane. */
export function platformConditions(scope: ControlPlaneScope): ConditionUpdate[] {
  const { type } = scope.controlPlane.spec.platform
  if (type === 'Azure') return [kmsCondition(scope, 'ValidAzureKMSConfig', 'azure', 'Azure KMS is not configured')]
  if (type !== 'AWS') return []
  return [
    kmsCondition(scope, 'ValidAWSKMSConfig', 'aws', 'AWS KMS is not configured'),
    well('ValidAWSIdentityProvider'),
    well('AWSDefaultSecurityGroupCreated'),
  ]
}

function kmsCondition(
  { controlPlane }: ControlPlaneScope,
  type: string,
  member: 'aws' | 'azure',
  unused: string,
): ConditionUpdate {
  const isUsed = controlPlane.spec.secretEncryption?.kms?.[member] !== undefined
  return isUsed ? well(type) : unknown(type, unused)
}

/** Tells the security group of machines that name none: it is made for the cluster, on AWS. */
export function tellSecurityGroup({ controlPlane, status }: ControlPlaneScope): void {
  if (controlPlane.spec.platform.type !== 'AWS') return
  const digest = createHash('sha256').update(controlPlane.spec.infraID).digest('hex')
  status.platform = { aws: { defaultWorkerSecurityGroupID: `sg-${digest.slice(0, 17)}` } }
}

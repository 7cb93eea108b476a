import type { AccountClaim, ProjectClaim } from '@skep/api'
import type { Draft } from '@skep/client'
import { AWS_CREDENTIALS_SECRET, GCP_CREDENTIALS_SECRET, OWN_CREDENTIALS_SECRET } from './names.ts'
import { type ClusterOrder, idLabels, isFake, nameOf, namespaceOf, regionOf } from './order.ts'

/** Asks the account operators to pretend. */
const FAKE_ANNOTATION = 'managed.openshift.com/fake'

/** Asks for the AWS account of a cluster, or for the use of the one that its owner brought. */
export const accountClaim = (order: ClusterOrder): Draft<AccountClaim> => ({
  metadata: claimMetadata(order),
  spec: {
    legalEntity: legalEntity(order),
    awsCredentialSecret: { name: AWS_CREDENTIALS_SECRET, namespace: namespaceOf(order) },
    aws: { regions: [{ name: regionOf(order) }] },
    accountLink: '',
    ...ownAccount(order),
  },
})

/** Asks for the GCP project of a cluster, or for the use of the one that its owner brought. */
export const projectClaim = (order: ClusterOrder): Draft<ProjectClaim> => ({
  metadata: claimMetadata(order),
  spec: {
    legalEntity: legalEntity(order),
    gcpCredentialSecret: { name: GCP_CREDENTIALS_SECRET, namespace: namespaceOf(order) },
    region: regionOf(order),
    ...ownProject(order),
  },
})

/** Whether the owner of a cluster pays for the account it is in. */
export const usesOwnAccount = ({ record }: ClusterOrder): boolean => record.cluster.ccs?.enabled ?? false

/** Whether the cluster is reached by roles rather than by keys. */
export const usesRoles = ({ record }: ClusterOrder): boolean => record.cluster.aws?.sts?.role_arn !== undefined

const claimMetadata = (order: ClusterOrder) => ({
  namespace: namespaceOf(order),
  name: nameOf(order),
  labels: idLabels(order),
  ...(isFake(order) ? { annotations: { [FAKE_ANNOTATION]: 'true' } } : {}),
})

const legalEntity = ({ record }: ClusterOrder) => ({ id: record.organizationId, name: record.organizationId })

function ownAccount(order: ClusterOrder): Partial<AccountClaim['spec']> {
  if (!usesOwnAccount(order)) return {}
  const { aws } = order.record.cluster
  return {
    byoc: true,
    ...(aws?.account_id === undefined ? {} : { byocAWSAccountID: aws.account_id }),
    ...(usesRoles(order) ? roles(order) : { byocSecretRef: ownSecret(order) }),
  }
}

function roles({ record }: ClusterOrder): Partial<AccountClaim['spec']> {
  const sts = record.cluster.aws?.sts ?? {}
  return {
    manualSTSMode: true,
    ...(sts.role_arn === undefined ? {} : { stsRoleARN: sts.role_arn }),
    ...(sts.external_id === undefined ? {} : { stsExternalID: sts.external_id }),
    ...(sts.support_role_arn === undefined ? {} : { supportRoleARN: sts.support_role_arn }),
  }
}

function ownProject(order: ClusterOrder): Partial<ProjectClaim['spec']> {
  if (!usesOwnAccount(order)) return {}
  const project = order.record.cluster.gcp?.project_id
  return {
    ccs: true,
    ccsSecretRef: ownSecret(order),
    ...(project === undefined ? {} : { ccsProjectID: project }),
  }
}

const ownSecret = (order: ClusterOrder) => ({ name: OWN_CREDENTIALS_SECRET, namespace: namespaceOf(order) })

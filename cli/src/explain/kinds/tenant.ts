import { CertificateSigningRequest, ClusterOperator, ClusterVersion } from '@skep/api'
import { conditionOf, firstUnmet } from '../conditions.ts'
import { type Explainer, type Part, partsOf } from '../explainer.ts'
import { failing, good, operator, user, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'
import { node } from './node.ts'

/** What is to be said about a tenant's cluster as a whole, seen from inside. Nodes are with their machines. */
export const clusterParts = async (tenant: Reader): Promise<readonly Part[]> =>
  partsOf(tenant, [await tenant.get(ClusterVersion, { name: 'version' })])

const clusterVersion: Explainer<ClusterVersion> = {
  kind: ClusterVersion,
  parts: async (_object, read) => partsOf(read, await read.list(ClusterOperator)),
  verdict: (object) =>
    firstUnmet(object, [
      { type: 'Failing', want: 'False', nextActor: operator('cluster version operator', 'tries again') },
      { type: 'ReleaseAccepted', want: 'True', nextActor: user('choose a release that can be verified') },
      { type: 'Progressing', want: 'False', onTheWay: true, nextActor: operator('cluster version operator') },
      { type: 'Available', want: 'True', onTheWay: true, nextActor: operator('cluster version operator') },
    ]) ?? good(object.status?.desired?.version ?? 'Available', conditionOf(object, 'Progressing')?.lastTransitionTime),
}

const clusterOperator: Explainer<ClusterOperator> = {
  kind: ClusterOperator,
  verdict: (object) => {
    const nextActor = operator(object.metadata.name)
    const unmet = firstUnmet(object, [
      { type: 'Degraded', want: 'False', nextActor },
      { type: 'Available', want: 'True', onTheWay: true, required: true, nextActor },
      { type: 'Progressing', want: 'False', onTheWay: true, nextActor },
    ])
    // Why there are no nodes is told by their machines; once there are, the rollout tells how far it is.
    if (unmet?.state === 'NoNodes') return { ...unmet, inherited: true }
    return unmet ?? good('Available', conditionOf(object, 'Available')?.lastTransitionTime)
  },
}

const request: Explainer<CertificateSigningRequest> = {
  kind: CertificateSigningRequest,
  verdict: (object) => {
    const { metadata, status } = object
    const refused = conditionOf(object, 'Denied') ?? conditionOf(object, 'Failed')
    const since = metadata.creationTimestamp
    if (refused) {
      const nextActor = user('see why the request was refused; the machine asks again')
      return failing({
        state: refused.type,
        waitsFor: refused.message || refused.reason || 'another request',
        since,
        nextActor,
      })
    }
    if (status?.certificate) return good('Approved,Issued', since)
    if (conditionOf(object, 'Approved')) {
      return waiting({
        state: 'Approved',
        waitsFor: 'the certificate to be issued',
        since,
        nextActor: operator('signer'),
      })
    }
    const action = 'approves it if a Machine has its name; otherwise a person has to'
    return waiting({ state: 'Pending', waitsFor: 'approval', since, nextActor: operator('machine-approver', action) })
  },
}

/** What is inside the cluster of a tenant. */
export const TENANT_EXPLAINERS: readonly Explainer[] = [clusterVersion, clusterOperator, node, request]

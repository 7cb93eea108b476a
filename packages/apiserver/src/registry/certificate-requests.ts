import { type CertificateSigningRequest, recordRequester, stampConditions } from '@skep/api'
import { formatTime } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { GroupResource, UserInfo } from '../contracts.ts'

/** Whether a resource is that of certificate requests, which are told who asks and what time it is. */
export const isCertificateRequest = ({ group, resource }: GroupResource): boolean =>
  group === 'certificates.k8s.io' && resource === 'certificatesigningrequests'

/** In place: a certificate request says who asks, and nobody else can say it for them. */
export const noteRequester = (object: KubeObject, user: UserInfo): void =>
  recordRequester(object as CertificateSigningRequest, user)

/** In place: conditions get the times that whoever sets them left out. */
export const stampDecisions = (object: KubeObject, stored: KubeObject, now: number): void =>
  stampConditions(object as CertificateSigningRequest, stored as CertificateSigningRequest, formatTime(now))

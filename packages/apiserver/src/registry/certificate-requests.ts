import { formatTime } from '@skep/base'
import { isObject, type KubeObject } from '@skep/schema'
import type { GroupResource, UserInfo } from '../contracts.ts'
import { asJson } from './target.ts'

export const isCertificateRequest = ({ group, resource }: GroupResource): boolean =>
  group === 'certificates.k8s.io' && resource === 'certificatesigningrequests'

/** In place: a certificate request says who asks, and nobody else can say it for them. */
export function noteRequester(object: KubeObject, { name, uid, groups, extra }: UserInfo): void {
  const spec = asJson(object)['spec']
  if (!isObject(spec)) return
  spec['username'] = name
  spec['groups'] = [...groups]
  if (uid === undefined) delete spec['uid']
  else spec['uid'] = uid
  if (extra === undefined) delete spec['extra']
  else spec['extra'] = Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]))
}

interface Conditions {
  status?: { conditions?: { type: string; status?: string; lastUpdateTime?: string; lastTransitionTime?: string }[] }
}

/** In place: conditions get the times that whoever sets them left out. */
export function stampConditions(object: KubeObject, stored: KubeObject, now: number): void {
  // Approval and status are written by clients of every kind; the schema has checked their types.
  const before = (stored as KubeObject & Conditions).status?.conditions ?? []
  for (const condition of (object as KubeObject & Conditions).status?.conditions ?? []) {
    condition.lastUpdateTime ??= formatTime(now)
    const same = before.find(({ type, status }) => type === condition.type && status === condition.status)
    condition.lastTransitionTime ??= same?.lastTransitionTime ?? formatTime(now)
  }
}

import type { RequestInfo, UserInfo } from '../../contracts.ts'

/** What a decision is made about: the part of a request that roles can speak of. */
export type Attributes = Readonly<Omit<RequestInfo, 'clusterId' | 'version'>> & {
  /** Of a list or watch, as the request has it: nodes may list the pods bound to them. */
  readonly fieldSelector?: string
}

/** Whether a user may, and why. The reason of a refusal is empty unless something is broken, such as a missing role. */
export interface Decision {
  readonly allowed: boolean
  readonly reason: string
}

/** Decides for one logical cluster. */
export type Authorize = (user: UserInfo, attributes: Attributes) => Decision

const NOTHING: Attributes = {
  isResource: true,
  verb: '',
  group: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  path: '',
}

/** Attributes of an action on a resource, for checks that no request stands behind. */
export const resourceAttributes = (parts: Partial<Attributes>): Attributes => ({ ...NOTHING, ...parts })

/** Attributes of an action on a path that is no resource. */
export const pathAttributes = (verb: string, path: string): Attributes => ({
  ...NOTHING,
  isResource: false,
  verb,
  path,
})

/** The resource as rules name it: `pods/log` for a subresource. */
export const combinedResource = ({ resource, subresource }: Pick<Attributes, 'resource' | 'subresource'>): string =>
  subresource === '' ? resource : `${resource}/${subresource}`

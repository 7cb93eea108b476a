import { ConfigMap, Secret } from '@skep/api'
import type { ClientKind, ObjectRef } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { type Explainer, neededPart, type Part } from '../explainer.ts'
import { failing, good, nameOf, user } from '../model.ts'
import type { Reader } from '../reader.ts'

const secret: Explainer<Secret> = {
  kind: Secret,
  verdict: ({ metadata }) => good('Present', metadata.creationTimestamp),
}

const configMap: Explainer<ConfigMap> = {
  kind: ConfigMap,
  verdict: ({ metadata }) => good('Present', metadata.creationTimestamp),
}

/** A Secret or ConfigMap that a person has to provide. */
export const providedPart = <T extends KubeObject>(read: Reader, kind: ClientKind<T>, ref: ObjectRef): Promise<Part> =>
  neededPart(
    read,
    kind,
    ref,
    failing({
      state: 'Missing',
      waitsFor: 'it is missing',
      nextActor: user(`create ${kind.kind} ${nameOf(ref)}`),
    }),
  )

/** What holds data for others. It is there or it is not. */
export const SECRET_EXPLAINERS: readonly Explainer[] = [secret, configMap]

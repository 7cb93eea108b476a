import { ConfigMap, Secret } from '@skep/api'
import type { ClientKind, ObjectRef } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { type Explainer, missingPart, type Part } from '../explainer.ts'
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

type Provided = KubeObject & { readonly data?: Readonly<Record<string, unknown>> }

/** A Secret or ConfigMap that a person has to provide, with a key that must be in it if one is given. */
export async function providedPart<T extends Provided>(
  read: Reader,
  kind: ClientKind<T>,
  ref: ObjectRef,
  key?: string,
): Promise<Part> {
  const object = await read.get(kind, ref)
  const named = `${kind.kind} ${nameOf(ref)}`
  const wrong = (waitsFor: string, action: string) =>
    missingPart(read, kind, ref, failing({ state: 'Missing', waitsFor, nextActor: user(action) }))
  if (!object) return wrong('it is missing', `create ${named}`)
  if (key !== undefined && object.data?.[key] === undefined)
    return wrong(`key ${key} is missing`, `add ${key} to ${named}`)
  return { read, object }
}

/** What holds data for others. It is there or it is not. */
export const SECRET_EXPLAINERS: readonly Explainer[] = [secret, configMap]

import type { KubeObject } from '@skep/schema'
import type { ObjectApi, ObjectTraits } from '../../contracts.ts'

/** Objects in a map, for units that only look things up. */
export class FakeObjects implements ObjectApi {
  readonly #objects = new Map<string, KubeObject>()

  as(): ObjectApi {
    return this
  }

  /** Keeps an object of the core group under its plural. */
  put(resource: string, object: KubeObject): void {
    const { namespace = '', name = '' } = object.metadata
    this.#objects.set(`${resource}/${namespace}/${name}`, object)
  }

  remove(resource: string, namespace: string, name: string): void {
    this.#objects.delete(`${resource}/${namespace}/${name}`)
  }

  get({ resource }: { resource: string }, namespace: string, name: string): KubeObject | undefined {
    return this.#objects.get(`${resource}/${namespace}/${name}`)
  }

  traitsOf(at: { resource: string }, namespace: string, name: string): ObjectTraits | undefined {
    const metadata = this.get(at, namespace, name)?.metadata
    return metadata && { uid: metadata.uid ?? '', deleting: metadata.deletionTimestamp !== undefined }
  }

  /** Understands `spec.nodeName=NAME` and no other selector. */
  list({ resource }: { resource: string }, options: { namespace?: string; fieldSelector?: string } = {}): KubeObject[] {
    const { namespace = '', fieldSelector } = options
    const node = fieldSelector?.replace('spec.nodeName=', '')
    return [...this.#objects].flatMap(([key, object]) => {
      const matches = key.startsWith(`${resource}/${namespace}`) && (node === undefined || nodeOf(object) === node)
      return matches ? [object] : []
    })
  }
  create(): never {
    throw new Error('nothing here writes')
  }
  update(): never {
    throw new Error('nothing here writes')
  }
  modify(): never {
    throw new Error('nothing here writes')
  }
  delete(): never {
    throw new Error('nothing here writes')
  }
}

const nodeOf = (object: KubeObject): unknown => {
  const spec = 'spec' in object ? object.spec : undefined
  return typeof spec === 'object' && spec !== null && 'nodeName' in spec ? spec.nodeName : undefined
}

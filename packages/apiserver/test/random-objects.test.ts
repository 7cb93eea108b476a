import { builtInKinds } from '@skep/api'
import { createRandom } from '@skep/base'
import { apiVersionOf, type JsonObject, type KindDefinition } from '@skep/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Laboratory, openLaboratory } from './support/laboratory.ts'
import { randomValue } from './support/random-objects.ts'

const OBJECTS_PER_KIND = 15
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }

let laboratory: Laboratory
beforeAll(async () => {
  laboratory = await openLaboratory({ controllers: true })
})
afterAll(() => laboratory.close())

const collectionOf = ({ group, version, plural, scope }: KindDefinition): string => {
  const root = group === '' ? '/api' : `/apis/${group}`
  return [root, version, ...(scope === 'Namespaced' ? ['namespaces', 'lab'] : []), plural].join('/')
}

async function send(method: string, path: string, body?: JsonObject) {
  const response = await laboratory.server.handle({ method, path, ...(body ? { body } : { headers: TABLE }) })
  const { reason = '', message = '' } = (await response.json()) as { reason?: string; message?: string }
  return { status: response.status, reason, message }
}

const KINDS = builtInKinds.map((kind) => [`${kind.kind} of ${apiVersionOf(kind)}`, kind] as const)

describe('an object of the right types and any content is stored or refused, and never fails the server', () => {
  it.each(KINDS)('%s', async (title, kind) => {
    const random = createRandom(title)
    const collection = collectionOf(kind)
    const answers = []
    for (let index = 0; index < OBJECTS_PER_KIND; index++) {
      const object = randomValue(kind.schema.node, random) as JsonObject
      const typed = { ...object, apiVersion: apiVersionOf(kind), kind: kind.kind }
      const named = { ...typed, metadata: { name: `r${index}` } }
      answers.push(await send('POST', collection, index % 3 === 0 ? typed : named))
      answers.push(await send('PUT', `${collection}/r${index}`, named))
    }
    answers.push(await send('GET', collection))

    expect(answers.filter(({ status, reason }) => status >= 500 && reason !== '')).toEqual([])
    expect(laboratory.failures).toEqual([])
  })
})

import { createRandom } from '@skep/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as bodies from './support/bad-bodies.ts'
import { wrongHeaders } from './support/bad-headers.ts'
import { wrongPatches } from './support/bad-patches.ts'
import { trickyPaths, wrongMethods } from './support/bad-paths.ts'
import { forgedTokens, wrongQueries, wrongSelectors } from './support/bad-queries.ts'
import { hostileYaml } from './support/bad-yaml.ts'
import type { BadRequest } from './support/cases.ts'
import { ADMIN_TOKEN, type Laboratory, openLaboratory } from './support/laboratory.ts'
import { problemWith } from './support/problem.ts'
import { inProcess, overHttp1, overHttp2, type Transport } from './support/wire.ts'

const SEED = 20260801
/** A socket costs more than a case: over the network, each family sends this many of its cases. */
const CASES_OVER_NETWORK = 30

const random = createRandom(SEED)
const FAMILIES: Readonly<Record<string, readonly BadRequest[]>> = {
  'JSON that ends too early': bodies.truncatedJson(random, 60),
  'JSON with a wrong byte': bodies.damagedJson(random, 100),
  'values that do not belong': bodies.strangeValues(random, 300),
  'texts that parsers choke on': bodies.hostileTexts(),
  'YAML that parsers choke on': hostileYaml(),
  'protobuf that is none': bodies.hostileProtobuf(random, 50),
  'bodies in wrong formats': bodies.wrongTypes(),
  'tricks with paths': trickyPaths(random, 150),
  'wrong methods': wrongMethods(),
  'nonsense in the query': wrongQueries(),
  'forged continue tokens': forgedTokens(random, 20),
  'wrong selectors': wrongSelectors(random, 80),
  'nonsense in headers': wrongHeaders(random),
  'wrong patches': wrongPatches(),
}

let laboratory: Laboratory
beforeAll(async () => {
  laboratory = await openLaboratory()
})
afterAll(() => laboratory.close())

interface Way {
  open(): Transport
  casesPerFamily: number
}
const WAYS: Readonly<Record<string, Way>> = {
  'in the process': { open: () => inProcess(laboratory.server), casesPerFamily: Number.POSITIVE_INFINITY },
  'over HTTP/1.1': { open: () => overHttp1(laboratory.server, ADMIN_TOKEN), casesPerFamily: CASES_OVER_NETWORK },
  'over HTTP/2': { open: () => overHttp2(laboratory.server, ADMIN_TOKEN), casesPerFamily: CASES_OVER_NETWORK },
}

/** Evenly from all of them, so that no sort of case is left out. */
function some(cases: readonly BadRequest[], count: number): readonly BadRequest[] {
  const step = Math.max(1, cases.length / count)
  return cases.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

describe.each(Object.entries(WAYS))('a malformed request %s', (_way, { open, casesPerFamily }) => {
  let transport: Transport
  beforeAll(() => {
    transport = open()
  })
  afterAll(() => transport.close())

  it.each(Object.entries(FAMILIES))('gets an answer that a client understands: %s', async (_family, cases) => {
    const problems: string[] = []
    for (const { what, request } of some(cases, casesPerFamily)) {
      const problem = await problemWith(transport, request)
      if (problem) problems.push(`${what}: ${problem}`)
    }

    expect(problems).toEqual([])
    expect(laboratory.failures).toEqual([])
  })

  it('does not keep the server from serving others', async () => {
    const path = '/api/v1/namespaces/lab/configmaps'
    const body = Buffer.from(`{"metadata":{"generateName":"after-"},"data":{"still":"here"}}`)

    const created = await transport.send({ method: 'POST', path, body })
    const { name } = JSON.parse(created.text).metadata
    const found = await transport.send({ method: 'GET', path: `${path}/${name}` })

    expect(created.status).toBe(201)
    expect(JSON.parse(found.text).data).toEqual({ still: 'here' })
  })
})

it('comes in many forms', () => {
  expect(Object.values(FAMILIES).flat().length).toBeGreaterThan(1_500)
})

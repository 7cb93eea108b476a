import { expect, it } from 'vitest'
import { describeActor } from '../answer.ts'
import type { Reader } from '../reader.ts'
import { conditions, sample } from '../test/judged.ts'
import { MANIFEST_WORK_EXPLAINERS } from './manifest-work.ts'

/** Finds nothing; nothing else is asked of it. */
const nothing = { cluster: '', find: async () => undefined } as unknown as Reader

/** Who has to act on the only manifest of a work. */
async function actorOf(spec: object, text: string): Promise<string> {
  const resourceMeta = { version: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'default', name: 'one' }
  const status = { resourceStatus: { manifests: [{ resourceMeta, conditions: conditions([text]) }] } }
  const work = sample('work.open-cluster-management.io/v1', 'ManifestWork', { spec, status })
  const explainer = MANIFEST_WORK_EXPLAINERS.find(({ kind }) => kind.kind === 'ManifestWork')
  const [part] = (await explainer?.parts?.(work, nothing)) ?? []
  return part && 'verdict' in part ? describeActor(part.verdict.nextActor) : ''
}

const REFUSED = 'Applied=False/AppliedManifestFailed Failed to apply manifest:'
const ABSENT = 'Available=False/ResourceNotAvailable Resource is not available'
const one = { resource: 'configmaps', namespace: 'default', name: 'one' }

it('has whoever grants rights act on a manifest that its executor may not apply', async () => {
  const executor = { subject: { type: 'ServiceAccount', serviceAccount: { namespace: 'default', name: 'runner' } } }

  expect(await actorOf({ executor }, `${REFUSED} not allowed to apply the resource configmaps`)).toBe(
    'user: let ServiceAccount default/runner, the executor, get, create, update, patch and delete configmaps',
  )
  expect(await actorOf({ executor }, `${REFUSED} namespaces "x" not found`)).toBe(
    'user: correct the manifest, or what refuses it',
  )
})

it('has the agent make what is not there, unless it only reads it', async () => {
  const readOnly = { manifestConfigs: [{ resourceIdentifier: one, updateStrategy: { type: 'ReadOnly' } }] }

  expect(await actorOf({}, ABSENT)).toBe('operator work agent')
  expect(await actorOf(readOnly, ABSENT)).toBe('user: create it: the agent only reads it, by its strategy')
})

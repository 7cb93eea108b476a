import { expect } from 'vitest'
import { HIVE_CRD, hive } from './support/hives.ts'
import { describeKubectl, type KubectlUser } from './support/kubectl.ts'
import { kindsOf, samples } from './support/samples.ts'

/** Kinds that 1.20 describes through beta versions, gone since 1.25. */
const GONE_FOR_1_20 = ['CronJob', 'EndpointSlice', 'PodDisruptionBudget']

/** Writes the samples of every built-in kind into the user's folder. */
async function writeSamples({ sh, namespace }: KubectlUser): Promise<{ namespaced: string; clusterWide: string }> {
  await sh(
    'openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=a -keyout k.pem -out r.pem 2>&1',
  )
  const namespaced = samples('namespaced', { namespace })
  const clusterWide = samples('cluster-wide', { namespace, request: await sh('base64 -w0 r.pem') })
  sh.file('namespaced.yaml', namespaced)
  sh.file('cluster-wide.yaml', clusterWide)
  return { namespaced, clusterWide }
}

describeKubectl('kubectl and every built-in kind', ({ test, testNewer }) => {
  test('the samples have every kind that can be created and kept', async (user) => {
    const { namespaced, clusterWide } = await writeSamples(user)
    const { sh } = user

    const kept = await sh(`kubectl api-resources --verbs=create,list,delete --no-headers | awk '{print $NF}' | sort -u`)

    // The server makes these itself, and CRDs of other tests may be there.
    const others = ['APIService', 'Hive', 'Sample']
    expect([...new Set([...kindsOf(namespaced), ...kindsOf(clusterWide)])].sort()).toEqual(
      kept.split('\n').filter((kind) => !others.includes(kind)),
    )
  })

  test('apply creates one of each, and writes nothing the second time', async (user) => {
    const { namespaced, clusterWide } = await writeSamples(user)
    const { sh } = user
    const files = '-f namespaced.yaml -f cluster-wide.yaml'

    const created = await sh(`kubectl apply ${files}`)
    expect(created.match(/ created$/gm)).toHaveLength(kindsOf(namespaced + clusterWide).length)

    // What lists defaulted parts is sent again by kubectl, but must not be written.
    const versions = `kubectl get ${files} -o jsonpath='{range .items[?(@.kind!="Pod")]}{.kind} {.metadata.generation}{"\\n"}{end}'`
    const before = await sh(versions)
    const again = await sh(`kubectl apply ${files}`)
    expect(again.match(/ (unchanged|configured)$/gm)).toHaveLength(kindsOf(namespaced + clusterWide).length)
    expect(await sh(versions)).toBe(before)
    expect(await sh(`kubectl delete --wait=false ${files}`)).toMatch(/ deleted$/m)
  })

  test('diff finds no difference in what was applied', async (user) => {
    await writeSamples(user)
    await user.sh('kubectl apply -f namespaced.yaml')

    expect(await user.sh('kubectl diff -f namespaced.yaml')).toBe('')
  })

  test('apply --server-side does the same', async (user) => {
    const { namespaced, clusterWide } = await writeSamples(user)
    const { sh } = user
    const files = '-f namespaced.yaml -f cluster-wide.yaml'

    const applied = await sh(`kubectl apply --server-side ${files}`)

    expect(applied.match(/ serverside-applied$/gm)).toHaveLength(kindsOf(namespaced + clusterWide).length)
    expect(await sh(`kubectl apply --server-side ${files}`)).toBe(applied)
    await sh(`kubectl delete --wait=false ${files}`)
  })

  test('describe and get show one of each', async (user) => {
    const { namespaced, clusterWide } = await writeSamples(user)
    const { sh, old } = user
    await sh('kubectl create -f namespaced.yaml -f cluster-wide.yaml')

    const { stdout, stderr } = await sh.outcome('kubectl describe -f namespaced.yaml -f cluster-wide.yaml')
    expect(stdout.match(/^Name: /gm)).toHaveLength(
      kindsOf(namespaced + clusterWide).length - (old ? GONE_FOR_1_20.length : 0),
    )
    if (!old) expect(stderr.replace(/^Warning: v1 Endpoints is deprecated.*\n?/gm, '')).toBe('')

    const wide = await sh('kubectl get -f namespaced.yaml -f cluster-wide.yaml -o wide')
    expect(wide.match(/^(NAME|LAST SEEN) /gm)).toHaveLength(kindsOf(namespaced + clusterWide).length)
    await sh('kubectl delete --wait=false -f namespaced.yaml -f cluster-wide.yaml')
  })

  test('a namespace with one of each can be deleted', async ({ sh, namespace }) => {
    const doomed = `doomed-${namespace}`
    sh.file('namespaced.yaml', samples('namespaced', { namespace: doomed }))
    await sh(`kubectl create namespace ${doomed} && kubectl create -n ${doomed} -f namespaced.yaml`)

    expect(await sh(`kubectl delete namespace ${doomed} --timeout=15s`)).toBe(`namespace "${doomed}" deleted`)
  })

  test('describe shows events of built-in and of custom objects', async ({ sh, namespace }) => {
    sh.file('crd.yaml', HIVE_CRD)
    sh.file('hive.json', hive('blue'))
    await sh('kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.bees.example.com')
    await sh('kubectl create -f hive.json && kubectl create configmap bees')
    for (const [apiVersion, kind, name] of [
      ['bees.example.com/v1', 'Hive', 'blue'],
      ['v1', 'ConfigMap', 'bees'],
    ]) {
      const uid = await sh(`kubectl get ${kind} ${name} -o jsonpath='{.metadata.uid}'`)
      const now = new Date().toISOString().replace(/\.\d+/, '')
      sh.file('event.json', {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: `${name}.1` },
        involvedObject: { apiVersion, kind, name, namespace, uid },
        type: 'Normal',
        reason: 'Swarmed',
        message: `${name} flew away`,
        source: { component: 'beekeeper' },
        firstTimestamp: now,
        lastTimestamp: now,
        count: 1,
      })
      await sh('kubectl create -f event.json')
    }

    expect(await sh('kubectl describe hive blue')).toMatch(/ Normal +Swarmed +\d+s +beekeeper +blue flew away$/m)
    expect(await sh('kubectl describe configmap bees')).toMatch(/ Normal +Swarmed +\d+s +beekeeper +bees flew away$/m)
    expect(await sh('kubectl describe hive blue')).toMatch(/^Spec:\n +Frames: +10\n +Queen: +Mary\n/m)
    expect(await sh('kubectl get events --field-selector involvedObject.name=blue -o name')).toBe('event/blue.1')
  })

  testNewer(
    '1.20 knows only beta versions of these',
    'describe shows a claim and a budget in full',
    async ({ sh, namespace }) => {
      sh.file('namespaced.yaml', samples('namespaced', { namespace }))
      await sh('kubectl create -f namespaced.yaml')

      expect(await sh('kubectl describe pdb sample')).toMatch(/Min available: +1\nSelector: +app=deployment/)
      expect(await sh('kubectl describe cronjob sample')).toMatch(/Schedule: +0 3 \* \* \*/)
    },
  )
})

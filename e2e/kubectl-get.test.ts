import { expect } from 'vitest'
import { describeKubectl } from './support/kubectl.ts'
import type { Shell } from './support/shell.ts'

const makeConfigMaps = (sh: Shell) =>
  sh(`for color in red green blue; do
        kubectl create configmap $color --from-literal=color=$color && kubectl label configmap $color tier=$color
      done`)

describeKubectl('kubectl get', ({ test }) => {
  test('prints a table, with more columns when asked for wide ones', async ({ sh }) => {
    await sh('kubectl create service clusterip web --tcp=80:8080')

    expect(await sh('kubectl get services')).toMatch(
      /^NAME +TYPE +CLUSTER-IP +EXTERNAL-IP +PORT\(S\) +AGE\nweb +ClusterIP +10\.[\d.]+ +<none> +80\/TCP +\d+s$/,
    )
    expect(await sh('kubectl get services -o wide')).toMatch(/AGE +SELECTOR\n.* app=web$/)
  })

  test('prints YAML and JSON', async ({ sh, namespace }) => {
    await sh('kubectl create configmap bees --from-literal=queen=Mary')

    expect(await sh('kubectl get configmap bees -o yaml')).toMatch(
      /^apiVersion: v1\ndata:\n {2}queen: Mary\nkind: ConfigMap\nmetadata:\n {2}creationTimestamp: "[\dT:-]+Z"\n/,
    )
    const object = JSON.parse(await sh('kubectl get configmap bees -o json'))
    expect(object).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'bees', namespace }, data: { queen: 'Mary' } })
    const list = JSON.parse(await sh('kubectl get configmap bees kube-root-ca.crt -o json'))
    expect(list).toMatchObject({ kind: 'List', items: [{ kind: 'ConfigMap' }, { kind: 'ConfigMap' }] })
  })

  test('prints names, JSON paths and columns of choice', async ({ sh, namespace }) => {
    await sh('kubectl create configmap bees --from-literal=queen=Mary')

    expect(await sh('kubectl get configmap,serviceaccount -o name')).toBe(
      'configmap/bees\nconfigmap/kube-root-ca.crt\nserviceaccount/default',
    )
    expect(await sh(`kubectl get configmap bees -o jsonpath='{.metadata.namespace}/{.data.queen}'`)).toBe(
      `${namespace}/Mary`,
    )
    expect(await sh('kubectl get configmap bees -o custom-columns=NAME:.metadata.name,QUEEN:.data.queen')).toBe(
      'NAME   QUEEN\nbees   Mary',
    )
    expect(await sh(`kubectl get configmap bees -o go-template='{{.data.queen}}'`)).toBe('Mary')
  })

  test('lists all namespaces with -A', async ({ sh, namespace }) => {
    const table = await sh('kubectl get serviceaccounts -A')

    expect(table).toMatch(/^NAMESPACE +NAME +AGE$/m)
    expect(table).toMatch(/^kube-system +default +/m)
    expect(table).toMatch(new RegExp(`^${namespace} +default +`, 'm'))
  })

  test('selects by label', async ({ sh }) => {
    await makeConfigMaps(sh)

    expect(await sh('kubectl get configmaps -l tier=red -o name')).toBe('configmap/red')
    expect(await sh(`kubectl get configmaps -l 'tier in (red,blue)' -o name`)).toBe('configmap/blue\nconfigmap/red')
    expect(await sh(`kubectl get configmaps -l 'tier,tier!=red' -o name`)).toBe('configmap/blue\nconfigmap/green')
    expect(await sh(`kubectl get configmaps -l '!tier' -o name`)).toBe('configmap/kube-root-ca.crt')
    expect(await sh('kubectl get configmaps -l tier -L tier')).toMatch(/^NAME +DATA +AGE +TIER\nblue +1 +\d+s +blue$/m)
    expect(await sh('kubectl get configmap red --show-labels')).toMatch(/LABELS\nred .* tier=red$/)
  })

  test('selects by field', async ({ sh }) => {
    await makeConfigMaps(sh)
    await sh('kubectl create secret generic plain')

    expect(await sh('kubectl get configmaps --field-selector metadata.name=green -o name')).toBe('configmap/green')
    expect(await sh('kubectl get secrets --field-selector type=Opaque -o name')).toBe('secret/plain')
    expect(await sh('kubectl get secrets --field-selector type=kubernetes.io/tls -o name')).toBe('')
    expect(await sh.failing('kubectl get secrets --field-selector wings=2')).toContain(
      'field label not supported: wings',
    )
  })

  test('sorts by a field', async ({ sh }) => {
    await makeConfigMaps(sh)

    expect(await sh('kubectl get configmaps -l tier --sort-by=.data.color -o name')).toBe(
      'configmap/blue\nconfigmap/green\nconfigmap/red',
    )
  })

  test('gets long lists in chunks', async ({ sh, namespace, cluster }) => {
    for (let index = 0; index < 25; index++) {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `chunk-${index}` } }
      await cluster.server.handle({ method: 'POST', path: `/api/v1/namespaces/${namespace}/configmaps`, body })
    }

    const { stdout, stderr } = await sh.outcome('kubectl get configmaps --chunk-size=10 -o name -v=6')

    expect(stdout.split('\n').filter((name) => name.startsWith('configmap/chunk-'))).toHaveLength(25)
    expect(stderr.match(/configmaps\?.*limit=10/g)).toHaveLength(3)
    expect(await sh('kubectl get configmaps --chunk-size=10 --no-headers | wc -l')).toBe('26')
  })

  test('watches', async ({ sh }) => {
    const watching = sh.start('exec kubectl get configmaps --watch --no-headers -l app=watched')
    try {
      await sh('kubectl create configmap early && kubectl label configmap early app=watched')
      expect(await watching.line(/^early/)).toMatch(/^early +0 +\d+s$/)
      await sh(`kubectl patch configmap early -p '{"data":{"a":"1"}}'`)
      expect(await watching.line(/^early/)).toMatch(/^early +1 +\d+s$/)
    } finally {
      await watching.stop()
    }
  })

  test('watches with events named', async ({ sh }) => {
    const watching = sh.start('exec kubectl get configmaps --watch-only --output-watch-events --no-headers')
    try {
      // Nothing says that a watch has begun: make changes until one is seen.
      const seen = watching.line(/^ADDED +probe/)
      await Promise.all([seen, sh('for n in 1 2 3 4 5 6 7 8; do kubectl create configmap probe-$n; done')])
      await sh('kubectl create configmap late && kubectl delete configmap late')
      expect(await watching.line(/late/)).toMatch(/^ADDED +late +0 +\d+s$/)
      expect(await watching.line(/late/)).toMatch(/^DELETED +late +0 +\d+s$/)
    } finally {
      await watching.stop()
    }
  })

  test('gets all of a category', async ({ sh }) => {
    await sh(
      'kubectl create deployment web --image=example/app:1 --replicas=0 && kubectl create service clusterip web --tcp=80',
    )

    expect(await sh('kubectl get all -o name')).toMatch(
      /^service\/web\ndeployment\.apps\/web(\nreplicaset\.apps\/web-[a-z0-9]+)?$/,
    )
  })

  test('says what is missing', async ({ sh, namespace }) => {
    expect(await sh.failing('kubectl get configmap nothing')).toBe(
      'Error from server (NotFound): configmaps "nothing" not found',
    )
    expect((await sh.outcome('kubectl get pods')).stderr).toBe(`No resources found in ${namespace} namespace.`)
    expect(await sh('kubectl get configmap nothing --ignore-not-found')).toBe('')
    expect(await sh.failing('kubectl get pods -n nowhere nothing')).toBe(
      'Error from server (NotFound): namespaces "nowhere" not found',
    )
  })
})

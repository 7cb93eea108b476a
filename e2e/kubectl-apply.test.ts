import { expect } from 'vitest'
import { describeKubectl } from './support/kubectl.ts'

const configMap = (name: string, data: Record<string, string>, labels?: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data,
})

const deployment = (image: string, replicas = 0) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image }] } },
  },
})

const json = (value: string) => JSON.parse(value)

describeKubectl('kubectl apply', ({ test, testNewer }) => {
  test('creates, configures and leaves alone', async ({ sh }) => {
    sh.file('bees.json', configMap('bees', { queen: 'Mary', drones: '12' }))
    expect(await sh('kubectl apply -f bees.json')).toBe('configmap/bees created')
    expect(await sh('kubectl apply -f bees.json')).toBe('configmap/bees unchanged')

    sh.file('bees.json', configMap('bees', { queen: 'Anne' }))
    expect(await sh('kubectl apply -f bees.json')).toBe('configmap/bees configured')

    const bees = json(await sh('kubectl get configmap bees -o json'))
    expect(bees.data).toEqual({ queen: 'Anne' })
    expect(json(bees.metadata.annotations['kubectl.kubernetes.io/last-applied-configuration']).data).toEqual({
      queen: 'Anne',
    })
  })

  test('keeps what others have set', async ({ sh }) => {
    sh.file('web.json', deployment('example/app:1'))
    await sh('kubectl apply -f web.json && kubectl annotate deployment web team=bees')
    await sh('kubectl set env deployment/web COLOR=blue')

    sh.file('web.json', deployment('example/app:2'))
    await sh('kubectl apply -f web.json')

    const { metadata, spec } = json(await sh('kubectl get deployment web -o json'))
    expect(metadata.annotations['team']).toBe('bees')
    expect(spec.template.spec.containers[0]).toMatchObject({
      image: 'example/app:2',
      env: [{ name: 'COLOR', value: 'blue' }],
    })
  })

  test('warns when it takes over an object that it did not make', async ({ sh }) => {
    await sh('kubectl create configmap bees --from-literal=queen=Mary')
    sh.file('bees.json', configMap('bees', { drones: '12' }))

    const { stdout, stderr } = await sh.outcome('kubectl apply -f bees.json')

    expect(stdout).toBe('configmap/bees configured')
    expect(stderr).toContain('missing the kubectl.kubernetes.io/last-applied-configuration annotation')
    expect(json(await sh('kubectl get configmap bees -o json')).data).toEqual({ queen: 'Mary', drones: '12' })
  })

  test('applies on the server and shows who owns what', async ({ sh }) => {
    sh.file('bees.json', configMap('bees', { queen: 'Mary', drones: '12' }))
    expect(await sh('kubectl apply --server-side -f bees.json')).toBe('configmap/bees serverside-applied')
    sh.file('bees.json', configMap('bees', { queen: 'Mary' }))
    await sh('kubectl apply --server-side -f bees.json')

    const { data, metadata } = json(await sh('kubectl get configmap bees -o json'))
    expect(data).toEqual({ queen: 'Mary' })
    expect(metadata.annotations).toBeUndefined()
  })

  test('reports conflicts on the server and resolves them by force', async ({ sh }) => {
    sh.file('bees.json', configMap('bees', { queen: 'Mary' }))
    await sh('kubectl apply --server-side --field-manager=first -f bees.json')
    sh.file('bees.json', configMap('bees', { queen: 'Anne' }))

    const message = await sh.failing('kubectl apply --server-side --field-manager=second -f bees.json')

    expect(message).toContain('Apply failed with 1 conflict: conflict with "first"')
    expect(message).toContain('.data.queen')
    await sh('kubectl apply --server-side --field-manager=second --force-conflicts -f bees.json')
    expect(await sh(`kubectl get configmap bees -o jsonpath='{.data.queen}'`)).toBe('Anne')
  })

  testNewer(
    '1.20 leaves the ownership of client-side apply as it was',
    'moves from client-side to server-side apply',
    async ({ sh }) => {
      sh.file('bees.json', configMap('bees', { queen: 'Mary', drones: '12' }))
      await sh('kubectl apply -f bees.json')
      sh.file('bees.json', configMap('bees', { queen: 'Mary' }))

      await sh('kubectl apply --server-side -f bees.json')

      expect(json(await sh('kubectl get configmap bees -o json')).data).toEqual({ queen: 'Mary' })
      const managers = `kubectl get configmap bees --show-managed-fields -o jsonpath='{.metadata.managedFields[*].manager}'`
      expect(await sh(managers)).toBe('kubectl-last-applied kubectl')
    },
  )

  test('prunes what is no longer in the files', async ({ sh }) => {
    const labels = { app: 'bees' }
    sh.file('all/one.json', configMap('one', { a: '1' }, labels))
    sh.file('all/two.json', configMap('two', { a: '2' }, labels))
    const prune = 'kubectl apply -f all --prune -l app=bees --prune-whitelist=core/v1/ConfigMap'
    const allow = prune.replace('whitelist', 'allowlist')
    await sh(`${allow} || ${prune}`)

    const pruned = await sh(`rm all/two.json && (${allow} || ${prune})`)

    expect(pruned).toBe('configmap/one unchanged\nconfigmap/two pruned')
    expect(await sh('kubectl get configmaps -l app=bees -o name')).toBe('configmap/one')
  })

  test('tries on the server without keeping anything', async ({ sh }) => {
    sh.file('web.json', deployment('example/app:1'))

    expect(await sh('kubectl apply --dry-run=server -f web.json')).toBe('deployment.apps/web created (server dry run)')
    expect(await sh(`kubectl apply --dry-run=server -f web.json -o jsonpath='{.spec.strategy.type}'`)).toBe(
      'RollingUpdate',
    )
    expect(await sh.failing('kubectl get deployment web')).toContain('"web" not found')
  })

  test('builds with kustomize', async ({ sh }) => {
    sh.file('overlay/bees.json', configMap('bees', { queen: 'Mary' }))
    sh.file(
      'overlay/kustomization.yaml',
      'resources: [bees.json]\nnamePrefix: green-\ncommonLabels: {color: green}\nconfigMapGenerator: [{name: extra, literals: [a=1]}]\n',
    )

    const applied = (await sh('kubectl apply -k overlay')).split('\n')

    expect(applied).toHaveLength(2)
    expect(applied).toContain('configmap/green-bees created')
    expect(await sh('kubectl get configmaps -l color=green -o name')).toMatch(
      /^configmap\/green-bees\nconfigmap\/green-extra-[a-z0-9]{10}$/,
    )
    expect(await sh('kubectl delete -k overlay')).toMatch(/configmap "green-bees" deleted/)
  })

  test('diff shows what apply would change', async ({ sh }) => {
    sh.file('web.json', deployment('example/app:1'))
    await sh('kubectl apply -f web.json')
    expect(await sh('kubectl diff -f web.json')).toBe('')

    sh.file('web.json', deployment('example/app:2'))
    const { code, stdout } = await sh.outcome('kubectl diff -f web.json')

    expect(code).toBe(1)
    expect(stdout).toMatch(/^-\s+- image: example\/app:1$/m)
    expect(stdout).toMatch(/^\+\s+- image: example\/app:2$/m)
    expect(stdout).not.toMatch(/^[+-] +(resourceVersion|uid|creationTimestamp)/m)
  })

  test('edits the last applied configuration', async ({ sh }) => {
    sh.file('bees.json', configMap('bees', { queen: 'Mary' }))
    await sh('kubectl apply -f bees.json')

    expect(await sh('kubectl apply view-last-applied configmap bees')).toContain('queen: Mary')
    sh.file('bees.json', configMap('bees', { queen: 'Anne' }))
    expect(await sh('kubectl apply set-last-applied -f bees.json')).toBe('configmap/bees configured')
  })
})

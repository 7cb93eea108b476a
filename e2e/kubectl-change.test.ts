import { expect } from 'vitest'
import { HIVE_CRD, hive } from './support/hives.ts'
import { describeKubectl } from './support/kubectl.ts'
import type { Shell } from './support/shell.ts'

const makeWeb = (sh: Shell) => sh('kubectl create deployment web --image=example/app:1 --replicas=0')

/** An editor that replaces one text with another. */
const editor = (from: string, to: string) => `#!/bin/bash\nsed -i 's#${from}#${to}#' "$1"\n`

describeKubectl('kubectl changes objects', ({ test, testNewer }) => {
  test('edit opens an editor and saves what it leaves', async ({ sh }) => {
    await sh('kubectl create configmap bees --from-literal=queen=Mary')
    sh.file('editor', editor('queen: Mary', 'queen: Anne'))

    expect(await sh('chmod +x editor && EDITOR=./editor kubectl edit configmap bees')).toBe('configmap/bees edited')

    expect(await sh(`kubectl get configmap bees -o jsonpath='{.data.queen}'`)).toBe('Anne')
  })

  test('edit without a change changes nothing', async ({ sh }) => {
    await sh('kubectl create configmap bees')

    expect((await sh.outcome('EDITOR=true kubectl edit configmap bees')).stderr).toContain(
      'Edit cancelled, no changes made.',
    )
  })

  test('edit opens the editor again to show what was wrong', async ({ sh }) => {
    await makeWeb(sh)
    sh.file('editor', `${editor('replicas: 0', 'replicas: -1')}cp "$1" shown.yaml\n`)

    const message = await sh.failing('chmod +x editor && EDITOR=./editor kubectl edit deployment web')

    expect(message).toContain('error: deployments.apps "web" is invalid')
    expect(await sh('cat shown.yaml')).toMatch(
      /^# \* spec\.replicas: Invalid value: -1: must be greater than or equal to 0$/m,
    )
  })

  test('edit works on custom objects', async ({ sh }) => {
    sh.file('crd.yaml', HIVE_CRD)
    sh.file('hive.json', hive('blue'))
    sh.file('editor', editor('queen: Mary', 'queen: Anne'))
    await sh('kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.bees.example.com')
    await sh('kubectl create -f hive.json')

    expect(await sh('chmod +x editor && EDITOR=./editor kubectl edit hive blue')).toBe(
      'hive.bees.example.com/blue edited',
    )
    expect(await sh(`kubectl get hive blue -o jsonpath='{.spec.queen}'`)).toBe('Anne')
  })

  test('patch merges lists by their keys unless told otherwise', async ({ sh }) => {
    await makeWeb(sh)

    const sidecar = '{"spec":{"template":{"spec":{"containers":[{"name":"sidecar","image":"example/side:1"}]}}}}'
    expect(await sh(`kubectl patch deployment web -p '${sidecar}'`)).toBe('deployment.apps/web patched')
    const names = `kubectl get deployment web -o jsonpath='{.spec.template.spec.containers[*].name}'`
    expect((await sh(names)).split(' ').sort()).toEqual(['app', 'sidecar'])

    await sh(`kubectl patch deployment web --type=merge -p '${sidecar}'`)
    expect(await sh(names)).toBe('sidecar')

    const rename = '[{"op":"replace","path":"/spec/template/spec/containers/0/name","value":"alone"}]'
    await sh(`kubectl patch deployment web --type=json -p '${rename}'`)
    expect(await sh(names)).toBe('alone')

    expect(await sh(`kubectl patch deployment web --type=json -p '${rename}'`)).toBe(
      'deployment.apps/web patched (no change)',
    )
  })

  test('patch refuses a JSON patch that does not fit', async ({ sh }) => {
    await makeWeb(sh)

    expect(
      await sh.failing(`kubectl patch deployment web --type=json -p '[{"op":"remove","path":"/spec/wings"}]'`),
    ).toContain('The request is invalid')
  })

  test('patch changes custom objects by merge', async ({ sh }) => {
    sh.file('crd.yaml', HIVE_CRD)
    sh.file('hive.json', hive('blue'))
    await sh('kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.bees.example.com')
    await sh('kubectl create -f hive.json')

    await sh(`kubectl patch hive blue --type=merge -p '{"spec":{"frames":3}}'`)

    expect(await sh('kubectl get hive blue -o wide')).toMatch(/\nblue +Mary +3 +\d+s$/)
    expect(await sh.failing(`kubectl patch hive blue -p '{"spec":{"frames":4}}'`)).toContain(
      'the body of the request was in an unknown format',
    )
  })

  testNewer('patch --subresource came with 1.24', 'patch reaches the status', async ({ sh }) => {
    sh.file('crd.yaml', HIVE_CRD)
    sh.file('hive.json', hive('blue'))
    await sh('kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.bees.example.com')
    await sh('kubectl create -f hive.json')

    await sh(
      `kubectl patch hive blue --subresource=status --type=merge -p '{"status":{"frames":7},"spec":{"frames":7}}'`,
    )

    expect(await sh(`kubectl get hive blue -o jsonpath='{.status.frames} {.spec.frames} {.metadata.generation}'`)).toBe(
      '7 10 1',
    )
    expect(await sh('kubectl get hive blue --subresource=status -o name')).toBe('hive.bees.example.com/blue')
  })

  test('label and annotate add, refuse to overwrite, overwrite and remove', async ({ sh }) => {
    await sh('kubectl create configmap bees')

    expect(await sh('kubectl label configmap bees color=blue')).toBe('configmap/bees labeled')
    expect(await sh.failing('kubectl label configmap bees color=red')).toContain(
      `'color' already has a value (blue), and --overwrite is false`,
    )
    await sh('kubectl label configmap bees color=red --overwrite')
    expect(await sh('kubectl annotate configmap bees note=hello')).toBe('configmap/bees annotated')
    await sh('kubectl annotate configmap bees note-')
    expect(await sh(`kubectl get configmap bees -o jsonpath='{.metadata.labels}{.metadata.annotations}'`)).toBe(
      '{"color":"red"}',
    )
    expect(await sh.failing(`kubectl label configmap bees 'color=not good' --overwrite`)).toContain(
      'a valid label must be',
    )
  })

  test('replace needs the object to be as it was read', async ({ sh }) => {
    await sh(
      'kubectl create configmap bees --from-literal=queen=Mary && kubectl get configmap bees -o yaml > bees.yaml',
    )
    await sh('kubectl label configmap bees changed=meanwhile')

    expect(await sh.failing('kubectl replace -f bees.yaml')).toContain(
      'Operation cannot be fulfilled on configmaps "bees": the object has been modified; please apply your changes to the latest version and try again',
    )
    expect(await sh('kubectl replace --force -f bees.yaml')).toBe('configmap "bees" deleted\nconfigmap/bees replaced')
  })

  test('set changes images, resources, variables and accounts', async ({ sh }) => {
    await makeWeb(sh)

    expect(await sh('kubectl set image deployment/web app=example/app:2')).toBe('deployment.apps/web image updated')
    await sh('kubectl set resources deployment web --limits=cpu=200m,memory=64Mi')
    await sh('kubectl set env deployment/web COLOR=blue')
    await sh('kubectl set serviceaccount deployment web default')

    const { spec } = JSON.parse(await sh('kubectl get deployment web -o json')).spec.template
    expect(spec).toMatchObject({
      serviceAccountName: 'default',
      containers: [
        {
          image: 'example/app:2',
          env: [{ name: 'COLOR', value: 'blue' }],
          resources: { limits: { cpu: '200m', memory: '64Mi' } },
        },
      ],
    })
  })

  test('expose makes a service for a workload', async ({ sh }) => {
    await makeWeb(sh)

    expect(await sh('kubectl expose deployment web --port=80 --target-port=8080')).toBe('service/web exposed')
    expect(await sh(`kubectl get service web -o jsonpath='{.spec.selector.app} {.spec.ports[0].targetPort}'`)).toBe(
      'web 8080',
    )
  })

  test('immutable fields are named', async ({ sh }) => {
    await makeWeb(sh)

    expect(
      await sh.failing(`kubectl patch deployment web -p '{"spec":{"selector":{"matchLabels":{"app":"other"}}}}'`),
    ).toContain('field is immutable')
  })

  test('scale sets the replicas of built-in and custom kinds', async ({ sh }) => {
    sh.file('crd.yaml', HIVE_CRD)
    sh.file('hive.json', hive('blue'))
    await sh('kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.bees.example.com')
    await sh('kubectl create -f hive.json')
    await makeWeb(sh)

    expect(await sh('kubectl scale deployment web --replicas=3')).toBe('deployment.apps/web scaled')
    expect(await sh('kubectl scale hive blue --replicas=4')).toBe('hive.bees.example.com/blue scaled')
    expect(await sh.failing('kubectl scale deployment web --current-replicas=9 --replicas=1')).toContain(
      'Expected replicas to be 9, was 3',
    )
    expect(
      await sh(`kubectl get deployment/web hive/blue -o jsonpath='{.items[*].spec.replicas}{.items[*].spec.frames}'`),
    ).toBe('34')
  })
})

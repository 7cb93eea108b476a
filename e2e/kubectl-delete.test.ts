import { expect } from 'vitest'
import { HIVE_CRD, hive } from './support/hives.ts'
import { describeKubectl, type KubectlUser } from './support/kubectl.ts'
import type { Running, Shell } from './support/shell.ts'

/** Waits until a command prints what it should. */
async function until(sh: Shell, line: string, wanted: string): Promise<void> {
  await sh(`until [ "$(${line})" = "${wanted}" ]; do sleep 0.05; done`)
}

/** A Deployment whose ReplicaSet is there: an owner with a dependent. */
async function makeOwner({ sh }: KubectlUser): Promise<void> {
  await sh('kubectl create deployment web --image=example/app:1 --replicas=0')
  await until(sh, 'kubectl get replicasets -o name | wc -l', '1')
}

/** Starts a command and comes back when it watches, so that what follows is what it sees. */
async function watching(sh: Shell, line: string): Promise<Running> {
  const running = sh.start(`exec ${line} -v=6 2>&1`)
  await running.line(/watch=true/)
  return running
}

const replicaSets = 'kubectl get replicasets -o name | wc -l'

describeKubectl('kubectl delete', ({ test }) => {
  test('deletes by name, by label, by file and all', async ({ sh }) => {
    await sh('for name in a b c d e; do kubectl create configmap $name; done')
    await sh('kubectl label configmap b c group=1 && kubectl get configmap d -o yaml > d.yaml')

    expect(await sh('kubectl delete configmap a')).toBe('configmap "a" deleted')
    expect(await sh('kubectl delete configmaps -l group=1')).toBe('configmap "b" deleted\nconfigmap "c" deleted')
    expect(await sh('kubectl delete -f d.yaml')).toBe('configmap "d" deleted')
    expect(await sh('kubectl delete configmaps --all')).toContain('configmap "e" deleted')
    expect(await sh.failing('kubectl delete configmap a')).toBe(
      'Error from server (NotFound): configmaps "a" not found',
    )
    expect(await sh('kubectl delete configmap a --ignore-not-found')).toBe('')
  })

  test('tries with --dry-run=server without deleting', async ({ sh }) => {
    await sh('kubectl create configmap bees')

    expect(await sh('kubectl delete configmap bees --dry-run=server')).toBe('configmap "bees" deleted (server dry run)')
    expect(await sh('kubectl get configmap bees -o name')).toBe('configmap/bees')
  })

  test('--cascade=background leaves the dependents to the garbage collector', async (user) => {
    await makeOwner(user)

    await user.sh('kubectl delete deployment web --cascade=background')

    await until(user.sh, replicaSets, '0')
  })

  test('--cascade=foreground comes back when the dependents are gone', async (user) => {
    await makeOwner(user)

    await user.sh('kubectl delete deployment web --cascade=foreground')

    expect(await user.sh(replicaSets)).toBe('0')
  })

  test('--cascade=orphan leaves the dependents alone', async (user) => {
    await makeOwner(user)

    await user.sh('kubectl delete deployment web --cascade=orphan')

    expect(await user.sh(`kubectl get replicasets -o jsonpath='{.items[*].metadata.ownerReferences}'`)).toBe('')
    expect(await user.sh(replicaSets)).toBe('1')
  })

  test('waits for finalizers, and --wait=false does not', async ({ sh }) => {
    await sh('kubectl create configmap held')
    await sh(`kubectl patch configmap held -p '{"metadata":{"finalizers":["example.com/hold"]}}'`)

    expect(await sh('kubectl delete configmap held --wait=false')).toBe('configmap "held" deleted')
    expect(await sh.failing('kubectl delete configmap held --timeout=200ms')).toContain(
      'timed out waiting for the condition',
    )
    const waiting = await watching(sh, 'kubectl delete configmap held')
    await sh(`kubectl patch configmap held -p '{"metadata":{"finalizers":null}}'`)

    await waiting.end()
    expect(await sh.failing('kubectl get configmap held')).toContain('NotFound')
  })

  test('--grace-period=0 --force removes a pod that no kubelet runs', async ({ sh }) => {
    await sh('kubectl run lonely --image=example/app:1')

    const { stdout, stderr } = await sh.outcome('kubectl delete pod lonely --grace-period=0 --force')

    expect(stdout).toBe('pod "lonely" force deleted')
    expect(stderr).toMatch(/immediate deletion does not wait for confirmation/i)
  })

  test('deletes a namespace and all that is in it', async ({ sh, namespace }) => {
    const other = `doomed-${namespace}`
    await sh(`kubectl create namespace ${other} && kubectl create configmap bees -n ${other}`)
    await sh(`kubectl create deployment web --image=example/app:1 --replicas=2 -n ${other}`)

    expect(await sh(`kubectl delete namespace ${other}`)).toBe(`namespace "${other}" deleted`)

    expect(await sh.failing(`kubectl get namespace ${other}`)).toContain('NotFound')
    expect(await sh(`kubectl get pods,configmaps,deployments -A -o name | grep -c doomed || true`)).toBe('0')
  })

  test('deletes a kind and all its objects', async ({ sh, namespace }) => {
    const mine = (text: string) => text.replaceAll('bees.example.com', `${namespace}.example.com`)
    sh.file('crd.yaml', mine(HIVE_CRD))
    sh.file('hive.json', mine(JSON.stringify(hive('blue'))))
    await sh(`kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.${namespace}.example.com`)
    await sh('kubectl create -f hive.json')

    expect(await sh('kubectl delete -f crd.yaml')).toBe(
      `customresourcedefinition.apiextensions.k8s.io "hives.${namespace}.example.com" deleted`,
    )

    expect(await sh.failing(`kubectl get hives.${namespace}.example.com`)).toContain(
      `the server doesn't have a resource type`,
    )
  })
})

describeKubectl('kubectl wait', ({ test, testNewer }) => {
  test('waits for a condition', async ({ sh }) => {
    sh.file('crd.yaml', HIVE_CRD)

    expect(
      await sh(
        'kubectl apply -f crd.yaml && kubectl wait --for=condition=Established --timeout=5s crd/hives.bees.example.com',
      ),
    ).toMatch(/hives.bees.example.com condition met$/)
  })

  test('waits for a deletion', async ({ sh }) => {
    await sh('kubectl create configmap bees')
    const waiting = await watching(sh, 'kubectl wait --for=delete configmap/bees --timeout=10s')

    await sh('kubectl delete configmap bees')

    expect(await waiting.line(/condition met/)).toBe('configmap/bees condition met')
    await waiting.end()
  })

  test('gives up in time', async ({ sh }) => {
    await sh('kubectl create deployment web --image=example/app:1')

    expect(await sh.failing('kubectl wait --for=condition=Available deployment/web --timeout=300ms')).toBe(
      'error: timed out waiting for the condition on deployments/web',
    )
  })

  testNewer('wait --for=jsonpath came with 1.23', 'waits for a value', async ({ sh }) => {
    await sh('kubectl create configmap bees')
    const waiting = await watching(sh, `kubectl wait --for=jsonpath='{.data.queen}'=Mary configmap/bees --timeout=10s`)

    await sh(`kubectl patch configmap bees -p '{"data":{"queen":"Mary"}}'`)

    expect(await waiting.line(/condition met/)).toBe('configmap/bees condition met')
  })

  testNewer('wait --for=create came with 1.31', 'waits for a creation', async ({ sh }) => {
    const waiting = sh('kubectl wait --for=create configmap/bees --timeout=10s')

    await sh('kubectl create configmap bees')

    expect(await waiting).toBe('configmap/bees condition met')
  })
})

import { expect } from 'vitest'
import { HIVE_CRD } from './support/hives.ts'
import { describeKubectl } from './support/kubectl.ts'

describeKubectl('kubectl finds its way around', ({ test, testNewer }) => {
  test('version shows the version of the server', async ({ sh }) => {
    expect(await sh('kubectl version')).toMatch(/Server Version: .*v1\.37\.\d+\+skep/)
  })

  test('cluster-info shows where the control plane is', async ({ sh, cluster }) => {
    expect(await sh('kubectl cluster-info')).toMatch(/Kubernetes control plane.* is running at/)
    expect(await sh('kubectl cluster-info')).toContain(cluster.server.url)
  })

  test('api-versions lists built-in groups and those of custom kinds', async ({ sh }) => {
    sh.file('crd.yaml', HIVE_CRD)
    await sh('kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.bees.example.com')

    const versions = (await sh('kubectl api-versions')).split('\n')

    expect(versions).toEqual(expect.arrayContaining(['v1', 'apps/v1', 'batch/v1', 'autoscaling/v2']))
    expect(versions).toContain('bees.example.com/v1')
  })

  test('api-resources lists names, short names and verbs', async ({ sh }) => {
    expect(await sh('kubectl api-resources')).toMatch(/^deployments +deploy +apps\/v1 +true +Deployment$/m)
    expect(await sh('kubectl api-resources --namespaced=false -o name')).toContain('nodes\n')
    expect(await sh('kubectl api-resources --api-group=rbac.authorization.k8s.io -o name')).toBe(
      [
        'clusterrolebindings.rbac.authorization.k8s.io',
        'clusterroles.rbac.authorization.k8s.io',
        'rolebindings.rbac.authorization.k8s.io',
        'roles.rbac.authorization.k8s.io',
      ].join('\n'),
    )
    expect(await sh('kubectl api-resources --verbs=list,deletecollection -o wide')).toMatch(
      /^configmaps +cm +v1 +true +ConfigMap +\[?create,?.*watch/m,
    )
  })

  test('api-resources has custom kinds', async ({ sh }) => {
    sh.file('crd.yaml', HIVE_CRD)
    await sh('kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.bees.example.com')

    expect(await sh('kubectl api-resources')).toMatch(/^hives +hv +bees.example.com\/v1 +true +Hive$/m)
  })

  test('explain describes a field of a built-in kind', async ({ sh }) => {
    const text = await sh('kubectl explain deployment.spec.replicas')

    expect(text).toMatch(/KIND: +Deployment/)
    expect(text).toMatch(/FIELD: +replicas <integer>/)
    expect(text).toMatch(/DESCRIPTION:\n +\w+/)
  })

  test('explain --recursive shows the whole tree of a built-in kind', async ({ sh }) => {
    const tree = await sh('kubectl explain pods --recursive')

    expect(tree).toMatch(/^ +initContainers\t<\[\]\w+>/m)
    expect(tree).toMatch(/^ +requiredDuringSchedulingIgnoredDuringExecution\t</m)
    expect(tree).toMatch(/^ +terminationGracePeriodSeconds\t<integer>$/m)
  })

  test('explain --recursive shows the whole tree of a custom kind', async ({ sh }) => {
    sh.file('crd.yaml', HIVE_CRD)
    await sh('kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.bees.example.com')

    const tree = await sh('kubectl explain hives --recursive')

    expect(tree).toMatch(/KIND: +Hive/)
    expect(tree).toContain('A hive of bees.')
    expect(tree).toMatch(/^ +ownerReferences\t<\[\]\w+>/m)
    expect(tree).toMatch(/^ +queen\t<string>/m)
    expect(await sh('kubectl explain hive.spec.queen')).toContain('Name of the queen.')
  })

  test('explain says what is not there', async ({ sh }) => {
    expect(await sh.failing('kubectl explain pod.spec.wings')).toContain('field "wings" does not exist')
  })

  test('get --raw reads any path', async ({ sh }) => {
    expect(await sh('kubectl get --raw /healthz')).toBe('ok')
    expect(await sh("kubectl get --raw '/readyz?verbose'")).toMatch(/readyz check passed$/)
    expect(JSON.parse(await sh('kubectl get --raw /api/v1/namespaces/kube-system')).metadata.name).toBe('kube-system')
    expect(await sh('kubectl get --raw /metrics')).toContain('apiserver_request_total')
    expect(await sh.failing('kubectl get --raw /nothing')).toContain('the server could not find the requested resource')
  })

  test('proxy serves the API on a local port', async ({ sh }) => {
    const proxy = sh.start('exec kubectl proxy --port=0')
    try {
      const [, port] = /127\.0\.0\.1:(\d+)/.exec(await proxy.line(/Starting to serve/)) ?? []
      const response = await fetch(`http://127.0.0.1:${port}/version`)
      expect(((await response.json()) as { major: string }).major).toBe('1')
    } finally {
      await proxy.stop()
    }
  })

  test('top says that there are no metrics', async ({ sh }) => {
    expect(await sh.failing('kubectl top nodes')).toBe('error: Metrics API not available')
    expect(await sh.failing('kubectl top pods')).toBe('error: Metrics API not available')
  })

  test('an unknown resource is named', async ({ sh }) => {
    expect(await sh.failing('kubectl get wings')).toBe(`error: the server doesn't have a resource type "wings"`)
  })

  testNewer('explain --output came with 1.27', 'explain reads OpenAPI v2, too', async ({ sh }) => {
    expect(await sh('kubectl explain service.spec.ports --output=plaintext-openapiv2')).toContain('targetPort')
  })
})

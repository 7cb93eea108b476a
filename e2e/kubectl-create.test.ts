import { expect } from 'vitest'
import { HIVE_CRD, hive } from './support/hives.ts'
import { describeKubectl } from './support/kubectl.ts'

describeKubectl('kubectl create', ({ test, testNewer }) => {
  test('makes namespaces that can be worked in at once', async ({ sh, namespace }) => {
    expect(await sh(`kubectl create namespace new-${namespace}`)).toBe(`namespace/new-${namespace} created`)
    expect(await sh(`kubectl create configmap first -n new-${namespace}`)).toBe('configmap/first created')
    await sh(`until kubectl get serviceaccount default -n new-${namespace}; do sleep 0.05; done`)
  })

  test('makes configmaps and secrets from literals and files', async ({ sh }) => {
    sh.file('settings.txt', 'warm\n')
    await sh('kubectl create configmap settings --from-literal=color=blue --from-file=settings.txt')
    await sh('kubectl create secret generic key --from-literal=password=honey')
    await sh(
      'kubectl create secret docker-registry pull --docker-username=u --docker-password=p --docker-server=r.invalid',
    )

    expect(await sh(`kubectl get configmap settings -o jsonpath='{.data}'`)).toBe(
      '{"color":"blue","settings.txt":"warm\\n"}',
    )
    expect(await sh(`kubectl get secret key -o jsonpath='{.type} {.data.password}'`)).toBe('Opaque aG9uZXk=')
    expect(await sh(`kubectl get secret pull -o jsonpath='{.type}'`)).toBe('kubernetes.io/dockerconfigjson')
  })

  test('makes accounts, roles and bindings', async ({ sh, namespace }) => {
    expect(await sh('kubectl create serviceaccount robot')).toBe('serviceaccount/robot created')
    await sh('kubectl create role reader --verb=get,list --resource=pods --resource=deployments.apps')
    await sh(`kubectl create rolebinding readers --role=reader --serviceaccount=${namespace}:robot --group=people`)
    await sh(`kubectl create clusterrole ${namespace} --verb=get --non-resource-url=/metrics`)
    await sh(`kubectl create clusterrolebinding ${namespace} --clusterrole=${namespace} --user=someone`)

    expect(await sh('kubectl get rolebinding readers -o wide')).toMatch(
      new RegExp(`\\nreaders +Role/reader +\\d+s +people +${namespace}/robot$`),
    )
    expect(await sh(`kubectl get clusterrole ${namespace} -o jsonpath='{.rules[0].nonResourceURLs}'`)).toBe(
      '["/metrics"]',
    )
  })

  test('makes no role for a resource that is not there', async ({ sh }) => {
    expect(await sh.failing('kubectl create role broken --verb=fly --resource=wings')).toContain('wings')
  })

  test('makes workloads and what is around them', async ({ sh, namespace }) => {
    const created = await sh(`
      kubectl create deployment web --image=example/app:1 --replicas=2
      kubectl create job once --image=example/app:1 -- true
      kubectl create service nodeport web --tcp=80:8080
      kubectl create quota limits --hard=pods=10,configmaps=20
      kubectl create ingress web --rule='web.example.com/*=web:80'
      kubectl create priorityclass ${namespace} --value=1000`)

    expect(created.split('\n')).toEqual([
      'deployment.apps/web created',
      'job.batch/once created',
      'service/web created',
      'resourcequota/limits created',
      'ingress.networking.k8s.io/web created',
      `priorityclass.scheduling.k8s.io/${namespace} created`,
    ])
    expect(await sh('kubectl get deployment web -o wide')).toMatch(
      /\nweb +0\/2 +\d +0 +\d+s +app +example\/app:1 +app=web$/,
    )
    expect(await sh('kubectl get service web')).toMatch(/NodePort +10\.[\d.]+ +<none> +80:3\d{4}\/TCP/)
  })

  testNewer(
    '1.20 makes cron jobs and budgets of beta versions, gone since 1.25',
    'makes cron jobs and budgets',
    async ({ sh }) => {
      await sh(`kubectl create cronjob nightly --image=example/app:1 --schedule='0 3 * * *' -- true`)
      await sh('kubectl create poddisruptionbudget web --selector=app=web --min-available=1')
      await sh('kubectl create job now --from=cronjob/nightly')

      expect(await sh('kubectl get cronjob nightly')).toMatch(
        /\nnightly +0 3 \* \* \* +<none> +False +0 +<none> +\d+s$/,
      )
      expect(await sh(`kubectl get job now -o jsonpath='{.metadata.ownerReferences[0].name}'`)).toBe('nightly')
      expect(await sh('kubectl get pdb web')).toMatch(/\nweb +1 +N\/A +0 +\d+s$/)
    },
  )

  testNewer(
    'create token came with 1.24',
    'makes tokens that are good for requests',
    async ({ sh, namespace, cluster }) => {
      await sh('kubectl create serviceaccount robot')
      await sh(`kubectl create rolebinding robot --clusterrole=view --serviceaccount=${namespace}:robot`)

      const token = await sh('kubectl create token robot --duration=1h')

      const robot = `kubectl --kubeconfig=/dev/null --server=${cluster.server.url} --insecure-skip-tls-verify --token=${token}`
      expect(await sh(`${robot} -n ${namespace} get serviceaccounts -o name`)).toBe(
        'serviceaccount/default\nserviceaccount/robot',
      )
      expect(await sh.failing(`${robot} -n ${namespace} create configmap mine`)).toContain(
        `User "system:serviceaccount:${namespace}:robot" cannot create resource "configmaps"`,
      )
    },
  )

  test('takes files of several objects, and what it is given on standard input', async ({ sh }) => {
    sh.file(
      'two.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: two}\n',
    )

    expect(await sh('kubectl create -f two.yaml')).toBe('configmap/one created\nsecret/two created')
    expect(await sh('sed s/one/three/ two.yaml | head -3 | kubectl create -f -')).toBe('configmap/three created')
    expect(await sh.failing('kubectl create -f two.yaml')).toBe(
      [
        'Error from server (AlreadyExists): error when creating "two.yaml": configmaps "one" already exists',
        'Error from server (AlreadyExists): error when creating "two.yaml": secrets "two" already exists',
      ].join('\n'),
    )
  })

  test('generates names', async ({ sh }) => {
    sh.file('generated.json', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'bee-' } })

    expect(await sh('kubectl create -f generated.json')).toMatch(/^configmap\/bee-[a-z0-9]{5} created$/)
  })

  test('tries with --dry-run=server without keeping anything', async ({ sh }) => {
    expect(await sh('kubectl create configmap ghost --dry-run=server')).toBe('configmap/ghost created (server dry run)')
    expect(await sh(`kubectl create configmap ghost --dry-run=server -o jsonpath='{.metadata.uid}'`)).toMatch(
      /^[\da-f-]{36}$/,
    )
    expect(await sh.failing('kubectl get configmap ghost')).toContain('"ghost" not found')
  })

  test('shows every invalid field', async ({ sh }) => {
    const message = await sh.failing('kubectl create deployment Web --image=example/app:1')

    expect(message).toContain(`Invalid value: "Web": a lowercase RFC 1123 subdomain must consist of`)
  })

  test('shows what is wrong with a custom object', async ({ sh }) => {
    sh.file('crd.yaml', HIVE_CRD)
    sh.file('bad.json', hive('bad', { frames: 0 }))
    await sh('kubectl apply -f crd.yaml && kubectl wait --for=condition=Established crd/hives.bees.example.com')

    const message = await sh.failing('kubectl create --validate=false -f bad.json')

    expect(message).toContain('The Hive "bad" is invalid')
    expect(message).toContain('spec.frames: Invalid value: 0: spec.frames in body should be greater than or equal to 1')
    expect(message).toContain('spec.queen: Required value')
  })

  test('refuses fields that nobody knows', async ({ sh }) => {
    sh.file('typo.json', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'typo' }, dtaa: {} })

    expect(await sh.failing('kubectl create -f typo.json')).toMatch(/unknown field "dtaa"/)
  })
})

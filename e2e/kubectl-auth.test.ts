import { expect } from 'vitest'
import { describeKubectl } from './support/kubectl.ts'

describeKubectl('kubectl and who may do what', ({ test, testNewer }) => {
  test('auth can-i answers for the user and for others', async ({ sh, namespace }) => {
    await sh('kubectl create serviceaccount robot')
    await sh('kubectl create role reader --verb=get,list --resource=pods,pods/log')
    await sh(`kubectl create rolebinding readers --role=reader --serviceaccount=${namespace}:robot`)
    const robot = `--as=system:serviceaccount:${namespace}:robot`

    expect(await sh('kubectl auth can-i create deployments')).toBe('yes')
    expect(await sh(`kubectl auth can-i list pods ${robot}`)).toBe('yes')
    expect(await sh(`kubectl auth can-i get pods --subresource=log ${robot}`)).toBe('yes')
    expect(await sh.outcome(`kubectl auth can-i delete pods ${robot}`)).toMatchObject({ code: 1, stdout: 'no' })
    expect(await sh.outcome(`kubectl auth can-i list pods -n default ${robot}`)).toMatchObject({
      code: 1,
      stdout: 'no',
    })
    expect(await sh(`kubectl auth can-i get /version ${robot}`)).toBe('yes')
  })

  test('auth can-i --list shows all that a user may do', async ({ sh, namespace }) => {
    await sh('kubectl create role reader --verb=get,list --resource=pods')
    await sh('kubectl create rolebinding readers --role=reader --user=mary')

    const rules = await sh(`kubectl auth can-i --list --as=mary -n ${namespace}`)

    expect(rules).toMatch(/^Resources +Non-Resource URLs +Resource Names +Verbs$/m)
    expect(rules).toMatch(/^pods +\[\] +\[\] +\[get list\]$/m)
    expect(await sh('kubectl auth can-i --list')).toMatch(/^\*\.\* +\[\] +\[\] +\[\*\]$/m)
  })

  testNewer('auth whoami came with 1.26', 'auth whoami shows the user', async ({ sh }) => {
    expect(await sh('kubectl auth whoami')).toMatch(
      /^Username +kubernetes-admin\nGroups +\[system:masters system:authenticated\]$/m,
    )
    expect(await sh(`kubectl auth whoami --as=mary --as-group=people -o jsonpath='{.status.userInfo}'`)).toBe(
      '{"groups":["people","system:authenticated"],"username":"mary"}',
    )
  })

  test('a denied request says who may not do what', async ({ sh, namespace }) => {
    expect(await sh.failing('kubectl get pods --as=mary')).toBe(
      `Error from server (Forbidden): pods is forbidden: User "mary" cannot list resource "pods" in API group "" in the namespace "${namespace}"`,
    )
    expect(await sh.failing('kubectl create deployment web --image=example/app:1 --as=mary')).toContain(
      `deployments.apps is forbidden: User "mary" cannot create resource "deployments" in API group "apps" in the namespace "${namespace}"`,
    )
    expect(await sh.failing('kubectl get nodes --as=mary')).toContain(
      'nodes is forbidden: User "mary" cannot list resource "nodes" in API group "" at the cluster scope',
    )
  })

  test('nobody gives away what they do not have', async ({ sh }) => {
    await sh('kubectl create role writer --verb=create --resource=roles')
    await sh('kubectl create rolebinding writers --role=writer --user=mary')

    expect(await sh.failing('kubectl create role all --verb=delete --resource=secrets --as=mary')).toContain(
      'user "mary" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:',
    )
  })

  test('auth reconcile brings roles up to date', async ({ sh, namespace }) => {
    const role = (verbs: string[]) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'reader', namespace },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs }],
    })
    sh.file('role.json', role(['get']))
    expect(await sh('kubectl auth reconcile -f role.json')).toMatch(
      /^role.rbac.authorization.k8s.io\/reader reconciled/,
    )
    sh.file('role.json', role(['get', 'watch']))
    await sh('kubectl auth reconcile -f role.json')

    expect(await sh('kubectl describe role reader')).toMatch(/^ +pods +\[\] +\[\] +\[get watch\]$/m)
  })

  test('certificate approve signs a key that kubectl then works with', async ({ sh, namespace, cluster }) => {
    const name = `mary-${namespace}`
    await sh(
      `openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=mary/O=people -keyout key.pem -out request.pem 2>&1`,
    )
    sh.file('request.json', {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name },
      spec: {
        request: await sh('base64 -w0 request.pem'),
        signerName: 'kubernetes.io/kube-apiserver-client',
        usages: ['client auth'],
      },
    })
    await sh('kubectl create -f request.json')
    expect(await sh(`kubectl get csr ${name}`)).toMatch(
      /kubernetes.io\/kube-apiserver-client +kubernetes-admin +.*Pending$/,
    )

    expect(await sh(`kubectl certificate approve ${name}`)).toBe(
      `certificatesigningrequest.certificates.k8s.io/${name} approved`,
    )

    await sh(`until kubectl get csr ${name} | grep -q Approved,Issued; do sleep 0.05; done`)
    await sh(`kubectl get csr ${name} -o jsonpath='{.status.certificate}' | base64 -d > certificate.pem`)
    const mary = `kubectl --kubeconfig=/dev/null --server=${cluster.server.url} --insecure-skip-tls-verify --client-key=key.pem --client-certificate=certificate.pem`
    expect(await sh.failing(`${mary} get pods -n ${namespace}`)).toContain('User "mary" cannot list resource "pods"')
    await sh('kubectl create rolebinding people --clusterrole=view --group=people')
    expect(await sh(`${mary} get serviceaccounts -n ${namespace} -o name`)).toBe('serviceaccount/default')
  })

  test('certificate deny refuses one', async ({ sh, namespace }) => {
    await sh(
      `openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=anne -keyout key.pem -out request.pem 2>&1`,
    )
    sh.file('request.json', {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: `anne-${namespace}` },
      spec: {
        request: await sh('base64 -w0 request.pem'),
        signerName: 'kubernetes.io/kube-apiserver-client',
        usages: ['client auth'],
      },
    })
    await sh('kubectl create -f request.json')

    await sh(`kubectl certificate deny anne-${namespace}`)

    expect(await sh(`kubectl get csr anne-${namespace}`)).toMatch(/ Denied$/)
  })
})

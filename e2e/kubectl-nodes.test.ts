import { expect } from 'vitest'
import { describeKubectl } from './support/kubectl.ts'

describeKubectl(
  'kubectl and nodes',
  ({ test }) => {
    test('nodes are ready', async ({ sh }) => {
      expect(await sh('kubectl get nodes')).toMatch(
        /^NAME +STATUS +ROLES +AGE +VERSION\nnode-1 +Ready +<none> +\d+s +v1\.37\.0\n/,
      )
      expect(await sh('kubectl wait --for=condition=Ready nodes --all --timeout=10s')).toMatch(
        /node\/node-3 condition met$/,
      )
      expect(await sh('kubectl describe node node-1')).toMatch(/Ready +True .* KubeletReady/)
    })

    test('cordon keeps new pods away until uncordon', async ({ sh }) => {
      expect(await sh('kubectl cordon node-1')).toBe('node/node-1 cordoned')
      expect(await sh('kubectl get node node-1')).toMatch(/Ready,SchedulingDisabled/)

      await sh('kubectl create deployment web --image=example/app:1 --replicas=4')
      await sh('kubectl rollout status deployment/web --timeout=15s')
      expect(await sh(`kubectl get pods -o jsonpath='{.items[*].spec.nodeName}'`)).not.toContain('node-1')

      expect(await sh('kubectl uncordon node-1')).toBe('node/node-1 uncordoned')
      expect(await sh('kubectl get node node-1')).not.toContain('SchedulingDisabled')
    })

    test('taint keeps pods away that do not tolerate it', async ({ sh }) => {
      await sh('kubectl taint nodes node-1 node-2 node-3 color=blue:NoSchedule')
      try {
        await sh('kubectl run one --image=example/app:1')
        await sh(`until kubectl get events | grep -q FailedScheduling; do sleep 0.05; done`)
        expect(await sh('kubectl get events')).toMatch(/0\/3 nodes are available: 3 node\(s\) had untolerated taint/)
      } finally {
        expect(await sh('kubectl taint nodes --all color-')).toContain('node/node-1 untainted')
      }
      await sh('kubectl wait --for=condition=Ready pod/one --timeout=15s')
    })

    test('drain moves the pods of a node elsewhere', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1 --replicas=6')
      await sh('kubectl rollout status deployment/web --timeout=15s')
      const onNode2 = 'kubectl get pods --field-selector spec.nodeName=node-2 -o name'
      expect(await sh(onNode2)).toContain('pod/web-')

      expect(await sh(`kubectl drain node-2 --ignore-daemonsets --force --pod-selector=app=web --timeout=15s`)).toMatch(
        /node\/node-2 (drained|evicted)$/,
      )

      expect(await sh(onNode2)).toBe('')
      await sh('kubectl rollout status deployment/web --timeout=15s && kubectl uncordon node-2')
    })

    test('drain respects disruption budgets', async ({ sh }) => {
      sh.file('budget.json', {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'all' },
        spec: { maxUnavailable: 0, selector: { matchLabels: { run: 'precious' } } },
      })
      await sh('kubectl create -f budget.json && kubectl run precious --image=example/app:1')
      await sh('kubectl wait --for=condition=Ready pod/precious --timeout=10s')
      const node = await sh(`kubectl get pod precious -o jsonpath='{.spec.nodeName}'`)

      const drain = sh.start(`exec kubectl drain ${node} --force --pod-selector=run=precious 2>&1`)
      try {
        await drain.line(/Cannot evict pod as it would violate the pod's disruption budget\./)
      } finally {
        await drain.stop()
      }

      expect(await sh(`kubectl uncordon ${node} && kubectl get pod precious -o name`)).toMatch(/pod\/precious$/)
    })

    test('a node is labelled and found by its label', async ({ sh, namespace }) => {
      await sh(`kubectl label node node-3 test=${namespace}`)

      expect(await sh(`kubectl get nodes -l test=${namespace} -o name`)).toBe('node/node-3')
      await sh('kubectl label node node-3 test-')
    })
  },
  { nodes: 3 },
)

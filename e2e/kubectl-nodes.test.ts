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

    test('drain moves the pods of a node elsewhere', async ({ sh, namespace }) => {
      await sh('kubectl create deployment web --image=example/app:1 --replicas=6')
      await sh('kubectl rollout status deployment/web --timeout=15s')
      const onNode2 = 'kubectl get pods --field-selector spec.nodeName=node-2 -o name'
      expect(await sh(onNode2)).toContain('pod/web-')

      expect(await sh(`kubectl drain node-2 --ignore-daemonsets --force --pod-selector=app=web --timeout=15s`)).toMatch(
        /node\/node-2 (drained|evicted)$/,
      )

      expect(await sh(onNode2)).toBe('')
      await sh('kubectl rollout status deployment/web --timeout=15s && kubectl uncordon node-2')
      expect(namespace).toBeTruthy()
    })

    test('a node is labelled and found by its label', async ({ sh, namespace }) => {
      await sh(`kubectl label node node-3 test=${namespace}`)

      expect(await sh(`kubectl get nodes -l test=${namespace} -o name`)).toBe('node/node-3')
      await sh('kubectl label node node-3 test-')
    })
  },
  { nodes: 3 },
)

import { expect } from 'vitest'
import { describeKubectl } from './support/kubectl.ts'
import type { Shell } from './support/shell.ts'

const rolledOut = (sh: Shell, what: string) => sh(`kubectl rollout status ${what} --timeout=15s`)

describeKubectl(
  'kubectl and workloads',
  ({ test, testNewer }) => {
    test('a deployment rolls out and its pods run', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1 --replicas=3')

      expect(await rolledOut(sh, 'deployment/web')).toMatch(/deployment "web" successfully rolled out$/)

      expect(await sh('kubectl get deployment web')).toMatch(/\nweb +3\/3 +3 +3 +\d+s$/)
      const pods = await sh('kubectl get pods -o wide --no-headers')
      expect(pods.split('\n')).toHaveLength(3)
      expect(pods).toMatch(/^web-[a-z0-9]+-[a-z0-9]{5} +1\/1 +Running +0 +\d+s +10\.[\d.]+ +node-\d +<none> +<none>$/m)
    })

    test('rollout status of a deployment that cannot progress times out', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1')
      await sh(`kubectl patch deployment web -p '{"spec":{"template":{"spec":{"nodeSelector":{"wings":"yes"}}}}}'`)

      expect(await sh.failing('kubectl rollout status deployment/web --timeout=1s')).toMatch(/timed out|timeout/)
      expect(await sh('kubectl get events')).toMatch(
        /FailedScheduling +pod\/web-.* 0\/3 nodes are available: 3 node\(s\) didn't match/,
      )
    })

    test('rollouts have a history that can be undone', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1')
      await rolledOut(sh, 'deployment/web')
      await sh('kubectl set image deployment/web app=example/app:2')
      await sh('kubectl annotate deployment web kubernetes.io/change-cause=two')
      await rolledOut(sh, 'deployment/web')

      expect(await sh('kubectl rollout history deployment/web')).toMatch(
        /^deployment\.apps\/web *\nREVISION +CHANGE-CAUSE\n1 +<none>\n2 +(two|<none>)\n?$/,
      )
      expect(await sh('kubectl rollout history deployment/web --revision=1')).toMatch(/Image:\s+example\/app:1/)

      expect(await sh('kubectl rollout undo deployment/web')).toBe('deployment.apps/web rolled back')
      await rolledOut(sh, 'deployment/web')
      expect(await sh(`kubectl get deployment web -o jsonpath='{.spec.template.spec.containers[0].image}'`)).toBe(
        'example/app:1',
      )
      expect(await sh('kubectl rollout history deployment/web')).toMatch(/\n2 .*\n3 /)
    })

    test('rollout restart replaces the pods', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1')
      await rolledOut(sh, 'deployment/web')
      const before = await sh('kubectl get pods -o name')

      expect(await sh('kubectl rollout restart deployment/web')).toBe('deployment.apps/web restarted')
      await rolledOut(sh, 'deployment/web')

      await sh(`while kubectl get ${before}; do sleep 0.05; done`)
      expect(await sh('kubectl get pods -o name')).toMatch(/^pod\/web-[a-z0-9]+-[a-z0-9]{5}$/)
    })

    test('a paused rollout waits to be resumed', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1')
      await rolledOut(sh, 'deployment/web')

      expect(await sh('kubectl rollout pause deployment/web')).toBe('deployment.apps/web paused')
      await sh('kubectl set image deployment/web app=example/app:2')
      expect(await sh(`kubectl get deployment web -o jsonpath='{.status.replicas}'`)).toBe('1')
      expect(await sh('kubectl rollout resume deployment/web')).toBe('deployment.apps/web resumed')
      await rolledOut(sh, 'deployment/web')

      expect(await sh(`kubectl get pods -o jsonpath='{.items[*].spec.containers[0].image}'`)).toContain('example/app:2')
    })

    test('scale changes the number of pods', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1 --replicas=1')
      await rolledOut(sh, 'deployment/web')

      await sh('kubectl scale deployment web --replicas=3')
      await rolledOut(sh, 'deployment/web')
      expect(await sh('kubectl get pods -o name | wc -l')).toBe('3')

      await sh('kubectl scale deployment web --replicas=0')
      await sh('until [ $(kubectl get pods -o name | wc -l) = 0 ]; do sleep 0.05; done')
    })

    test('a stateful set starts its pods in order and a daemon set one on each node', async ({ sh }) => {
      const template = (app: string) => ({
        selector: { matchLabels: { app } },
        template: {
          metadata: { labels: { app } },
          spec: { containers: [{ name: 'main', image: 'example/app:1' }] },
        },
      })
      sh.file('sets.json', {
        apiVersion: 'v1',
        kind: 'List',
        items: [
          {
            apiVersion: 'apps/v1',
            kind: 'StatefulSet',
            metadata: { name: 'db' },
            spec: { ...template('db'), replicas: 2, serviceName: 'db' },
          },
          { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' }, spec: template('agent') },
        ],
      })
      await sh('kubectl apply -f sets.json')

      expect(await rolledOut(sh, 'statefulset/db')).toMatch(/partitioned roll out complete|rolling update complete/)
      expect(await rolledOut(sh, 'daemonset/agent')).toMatch(/daemon set "agent" successfully rolled out$/)

      expect(await sh('kubectl get pods -l app=db -o name')).toBe('pod/db-0\npod/db-1')
      expect(await sh(`kubectl get pods -l app=agent -o jsonpath='{.items[*].spec.nodeName}'`)).toMatch(/node-1/)
      expect(await sh('kubectl get daemonset agent')).toMatch(/\nagent +3 +3 +3 +3 +3 +<none> +\d+s$/)
      expect(await sh('kubectl get statefulset db')).toMatch(/\ndb +2\/2 +\d+s$/)
    })

    test('a job completes', async ({ sh }) => {
      await sh('kubectl create job once --image=example/app:1 -- true')

      await sh('kubectl wait --for=condition=complete job/once --timeout=15s')

      expect(await sh('kubectl get jobs')).toMatch(/\nonce +(Complete +)?1\/1 +\d+s +\d+s$/)
      expect(await sh('kubectl get pods -l job-name=once --no-headers')).toMatch(/0\/1 +Completed +0/)
    })

    test('run starts a pod and wait sees it ready', async ({ sh }) => {
      expect(await sh('kubectl run one --image=example/app:1 --labels=app=one')).toBe('pod/one created')

      expect(await sh('kubectl wait --for=condition=Ready pod/one --timeout=10s')).toBe('pod/one condition met')

      expect(await sh('kubectl describe pod one')).toMatch(
        /Normal +Scheduled .* Successfully assigned .*\/one to node-\d/,
      )
      expect(await sh('kubectl delete pod one')).toMatch(/^pod "one" deleted/)
      expect(await sh.failing('kubectl get pod one')).toContain('NotFound')
    })

    test('a service finds the pods behind it', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1 --replicas=2')
      await sh('kubectl expose deployment web --port=80 --target-port=8080')
      await rolledOut(sh, 'deployment/web')

      await sh(`until kubectl get endpoints web | grep -q ':8080,'; do sleep 0.05; done`)
      expect(await sh('kubectl describe service web')).toMatch(/Endpoints: +10\.[\d.]+:8080,10\.[\d.]+:8080/)
    })

    test('autoscale makes an autoscaler', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1 --replicas=1')

      expect(await sh('kubectl autoscale deployment web --min=1 --max=3')).toBe(
        'horizontalpodautoscaler.autoscaling/web autoscaled',
      )
    })

    testNewer('events came with 1.23', 'events shows what happened to an object', async ({ sh }) => {
      await sh('kubectl create deployment web --image=example/app:1')
      await rolledOut(sh, 'deployment/web')

      expect(await sh('kubectl events --for deployment/web')).toMatch(
        /Normal +ScalingReplicaSet +Deployment\/web +Scaled up replica set web-[a-z0-9]+ from 0 to 1/,
      )
    })
  },
  { nodes: 3 },
)

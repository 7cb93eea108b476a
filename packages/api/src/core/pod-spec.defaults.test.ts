import { describe, expect, it } from 'vitest'
import { imagePullPolicyOf } from './image.ts'
import { defaultPodSpec, defaultPodTemplate, roundResources } from './pod-spec.defaults.ts'
import type { PodSpec, PodTemplateSpec } from './pod-spec.ts'

describe('defaultPodSpec', () => {
  it('fills in what a plain container leaves out', () => {
    const spec: PodSpec = { containers: [{ name: 'c', image: 'registry.example/app' }] }

    defaultPodSpec(spec)

    expect(spec).toEqual({
      containers: [
        {
          name: 'c',
          image: 'registry.example/app',
          imagePullPolicy: 'Always',
          resources: {},
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
        },
      ],
      dnsPolicy: 'ClusterFirst',
      restartPolicy: 'Always',
      schedulerName: 'default-scheduler',
      securityContext: {},
      terminationGracePeriodSeconds: 30,
    })
  })

  it('fills in probes, hooks, ports and references', () => {
    const spec: PodSpec = {
      containers: [
        {
          name: 'c',
          image: 'i:1',
          ports: [{ containerPort: 80 }],
          livenessProbe: { httpGet: { port: 80 } },
          lifecycle: { preStop: { httpGet: { port: 'web' } } },
          env: [
            { name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
          ],
        },
      ],
    }

    defaultPodSpec(spec)

    expect(spec.containers[0]).toMatchObject({
      imagePullPolicy: 'IfNotPresent',
      ports: [{ containerPort: 80, protocol: 'TCP' }],
      livenessProbe: {
        httpGet: { path: '/', port: 80, scheme: 'HTTP' },
        failureThreshold: 3,
        periodSeconds: 10,
        successThreshold: 1,
        timeoutSeconds: 1,
      },
      lifecycle: { preStop: { httpGet: { path: '/', port: 'web', scheme: 'HTTP' } } },
      env: [
        { name: 'N', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
        { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '0' } } },
      ],
    })
  })

  it('fills in volumes, and makes one without a source an empty directory', () => {
    const spec: PodSpec = {
      containers: [],
      volumes: [
        { name: 'e' },
        { name: 's', secret: { secretName: 'x' } },
        { name: 'h', hostPath: { path: '/x' } },
        { name: 'p', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
        { name: 'i', image: { reference: 'i:latest' } },
      ],
    }

    defaultPodSpec(spec)

    expect(spec.volumes).toEqual([
      { name: 'e', emptyDir: {} },
      { name: 's', secret: { secretName: 'x', defaultMode: 420 } },
      { name: 'h', hostPath: { path: '/x', type: '' } },
      {
        name: 'p',
        projected: { defaultMode: 420, sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 3600 } }] },
      },
      { name: 'i', image: { reference: 'i:latest', pullPolicy: 'Always' } },
    ])
  })

  it('keeps the old and the new name of the service account the same', () => {
    const spec: PodSpec = { containers: [], serviceAccount: 'old' }

    defaultPodSpec(spec)

    expect(spec).toMatchObject({ serviceAccount: 'old', serviceAccountName: 'old' })
  })

  it('gives a template without anything the shape of one', () => {
    const template: PodTemplateSpec = {}

    defaultPodTemplate(template)

    expect(template).toMatchObject({ metadata: {}, spec: { containers: [], restartPolicy: 'Always' } })
  })
})

describe('imagePullPolicyOf', () => {
  it.each([
    ['app', 'Always'],
    ['app:latest', 'Always'],
    ['registry.example:5000/app', 'Always'],
    ['registry.example:5000/app:1', 'IfNotPresent'],
    ['app@sha256:0000', 'IfNotPresent'],
    ['', 'IfNotPresent'],
  ])('pulls %j %s', (image, policy) => {
    expect(imagePullPolicyOf(image)).toBe(policy)
  })
})

describe('roundResources', () => {
  it('rounds up what is finer than a thousandth', () => {
    const resources = { cpu: '1n', memory: '1Gi', fine: '1500u' }

    roundResources(resources)

    expect(resources).toEqual({ cpu: '1m', memory: '1Gi', fine: '2m' })
  })
})

import type { Container, Pod } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { podTotal } from './pod-total.ts'

const container = (cpu: string, restartPolicy?: 'Always'): Container =>
  ({ name: 'c', resources: { requests: { cpu } }, ...(restartPolicy && { restartPolicy }) }) as Container

function total(containers: Container[], initContainers: Container[]): number {
  const pod = { metadata: {}, spec: { containers, initContainers } } as Pod
  const cpu = ({ resources }: Container): number => Number(resources?.requests?.['cpu'])
  return podTotal(pod, cpu, { none: 0, sum: (a, b) => a + b, largest: Math.max })
}

describe('podTotal', () => {
  it('adds up containers and the sidecars that run beside them', () => {
    expect(total([container('1'), container('2')], [container('4', 'Always')])).toBe(7)
  })

  it('is what the greediest init container needs when that is more', () => {
    expect(total([container('1')], [container('3'), container('5')])).toBe(5)
  })

  it('counts the sidecars that run already with an init container, and not those started after it', () => {
    expect(total([container('1')], [container('2', 'Always'), container('6'), container('1', 'Always')])).toBe(8)
  })
})

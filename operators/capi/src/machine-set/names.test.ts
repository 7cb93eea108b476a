import { createRandom } from '@skep/base'
import { describe, expect, it } from 'vitest'
import type { MachineSet } from '../objects.ts'
import { machineName } from './names.ts'

const set = (name: string, template?: string): MachineSet => ({
  apiVersion: 'cluster.x-k8s.io/v1beta1',
  kind: 'MachineSet',
  metadata: { name, uid: '1', resourceVersion: '1' },
  spec: { clusterName: 'demo', selector: {}, ...(template ? { machineNamingStrategy: { template } } : {}) },
})

describe('machineName', () => {
  it('adds a random end to the name of the set', () => {
    expect(machineName(set('workers-x7k2p'), createRandom(1))).toMatch(
      /^workers-x7k2p-[bcdfghjklmnpqrstvwxz2456789]{5}$/,
    )
  })

  it('follows a template', () => {
    expect(
      machineName(set('workers', '{{ .cluster.name }}-{{.random}}-{{ .machineSet.name }}'), createRandom(1)),
    ).toMatch(/^demo-[a-z0-9]{5}-workers$/)
  })

  it('cuts what would be too long', () => {
    expect(machineName(set('w'.repeat(70)), createRandom(1))).toMatch(/^w{58}[a-z0-9]{5}$/)
  })

  it('refuses a template that gives all machines the same name', () => {
    expect(() => machineName(set('workers', 'fixed'), createRandom(1))).toThrow('{{ .random }} is missing')
  })
})

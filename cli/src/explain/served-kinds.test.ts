import { kindOf } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { kindsCalled } from './served-kinds.ts'

const served = (apiVersion: string, kind: string, plural: string, shortNames: string[] = []) => ({
  kind: kindOf({ apiVersion, kind, plural, namespaced: true }),
  singular: kind.toLowerCase(),
  shortNames,
})

const SERVED = [
  served('hypershift.openshift.io/v1beta1', 'HostedCluster', 'hostedclusters', ['hc', 'hcs']),
  served('cluster.x-k8s.io/v1beta1', 'Machine', 'machines'),
  served('machine.openshift.io/v1beta1', 'Machine', 'machines'),
]

const groups = (word: string) => kindsCalled(word, SERVED).map(({ kind }) => kind.group)

describe('kinds', () => {
  it.each(['hc', 'hcs', 'hostedcluster', 'HostedCluster', 'hostedclusters', 'hostedclusters.hypershift.openshift.io'])(
    'go by the name %s',
    (word) => {
      expect(groups(word)).toEqual(['hypershift.openshift.io'])
    },
  )

  it('may share a name, and are told apart by their group', () => {
    expect(groups('machine')).toEqual(['cluster.x-k8s.io', 'machine.openshift.io'])
    expect(groups('machine.cluster.x-k8s.io')).toEqual(['cluster.x-k8s.io'])
  })

  it('have no names that nobody gave them', () => {
    expect(groups('hosted')).toEqual([])
  })
})

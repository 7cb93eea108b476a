import { describe, expect, it } from 'vitest'
import { PodNetworks } from './pod-networks.ts'

const SETTINGS = { cidr: '10.132.0.0/14', hostPrefix: 23 }
const NONE = async () => false

describe('addresses of pods', () => {
  it('come from the range of the cluster, one part for each node', async () => {
    const networks = new PodNetworks(SETTINGS)

    expect(await networks.take(NONE)).toEqual({ number: 1, cidr: '10.132.0.0/23' })
    expect(await networks.take(NONE)).toEqual({ number: 2, cidr: '10.132.2.0/23' })
  })

  it('leave out what nodes have that were there before, until those go', async () => {
    const networks = new PodNetworks({ cidr: '10.132.0.0/21', hostPrefix: 23 })
    networks.leave('10.132.0.0/23', 'resumed')
    networks.leave('10.132.4.0/23', 'without-a-machine')
    networks.keep('10.132.0.0/23')
    const ALL = async () => true

    expect((await networks.take(ALL)).cidr).toBe('10.132.2.0/23')
    expect((await networks.take(ALL)).cidr).toBe('10.132.6.0/23')
    expect((await networks.take(NONE)).cidr).toBe('10.132.4.0/23')
    await expect(networks.take(NONE)).rejects.toThrow('no /23 of 10.132.0.0/21 is left')
  })

  it('are not given to another node as long as the one is there that had them', async () => {
    const networks = new PodNetworks({ cidr: '10.0.0.0/23', hostPrefix: 24 })
    const first = await networks.take(NONE)
    await networks.take(NONE)
    networks.leave(first.cidr, 'old')

    await expect(networks.take(async (name) => name === 'old')).rejects.toThrow(
      'no /24 of 10.0.0.0/23 is left for the pods of another node',
    )
    expect(await networks.take(NONE)).toEqual(first)
  })

  it('stay with a node whose machine resumes while somebody asks whether they are free', async () => {
    const networks = new PodNetworks({ cidr: '10.0.0.0/23', hostPrefix: 24 })
    networks.leave('10.0.0.0/24', 'resumed')
    const resume = async () => {
      networks.keep('10.0.0.0/24')
      return true
    }

    expect((await networks.take(resume)).cidr).toBe('10.0.1.0/24')
    await expect(networks.take(NONE)).rejects.toThrow('no /24 of 10.0.0.0/23 is left')
  })

  it('are given to one node alone when several ask at the same time', async () => {
    const networks = new PodNetworks({ cidr: '10.0.0.0/22', hostPrefix: 24 })
    const { cidr } = await networks.take(NONE)
    networks.leave(cidr, 'old')

    const taken = await Promise.all([1, 2, 3, 4].map(() => networks.take(NONE)))
    expect(taken.map((network) => network.cidr).sort()).toEqual([
      '10.0.0.0/24',
      '10.0.1.0/24',
      '10.0.2.0/24',
      '10.0.3.0/24',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { nodeAddress, PodAddresses, podNetwork } from './addresses.ts'

describe('nodeAddress and podNetwork', () => {
  it.each([
    [1, '172.18.0.2', '10.244.0.0/24'],
    [2, '172.18.0.3', '10.244.1.0/24'],
    [255, '172.18.1.0', '10.244.254.0/24'],
    [3072, '172.18.12.1', '10.255.255.0/24'],
    [3073, '172.18.12.2', '10.128.0.0/24'],
  ])('of node %i are %s and %s', (number, address, network) => {
    expect([nodeAddress(number), podNetwork(number)]).toEqual([address, network])
  })

  it.each([
    [1, 110, '10.244.0.0/24'],
    [2, 254, '10.244.2.0/23'],
    [1, 10_000, '10.244.0.0/18'],
    [2, 10_000, '10.244.64.0/18'],
    [1, 1_000_000, '10.244.0.0/16'],
    [3073, 110, '10.128.0.0/24'],
  ])('of node %i give %i pods the network %s, which tells the number', (number, pods, network) => {
    expect(podNetwork(number, pods)).toBe(network)
  })

  it('are different for thirty thousand nodes', () => {
    const numbers = Array.from({ length: 30_000 }, (_, index) => index + 1)

    expect(new Set(numbers.map(nodeAddress)).size).toBe(30_000)
    expect(new Set(numbers.map((number) => podNetwork(number))).size).toBe(30_000)
  })
})

describe('PodAddresses', () => {
  it('gives out every address once, and then those that came back', () => {
    const addresses = new PodAddresses('10.244.3.0/24')
    const given = Array.from({ length: 253 }, () => addresses.take())

    expect(given[0]).toBe('10.244.3.2')
    expect(given[252]).toBe('10.244.3.254')
    expect(addresses.take()).toBeUndefined()

    addresses.release('10.244.3.77')
    expect(addresses.take()).toBe('10.244.3.77')
  })

  it('gives ten thousand pods of one node an address each', () => {
    const addresses = new PodAddresses('10.244.0.0/18')
    const given = new Set(Array.from({ length: 10_000 }, () => addresses.take()))

    expect(given.size).toBe(10_000)
    expect(given).toContain('10.244.39.17')
  })

  it('keeps away from what is taken, and does not give out at once what was just released', () => {
    const addresses = new PodAddresses('10.244.0.0/24')
    addresses.keep('10.244.0.3')

    expect([addresses.take(), addresses.take()]).toEqual(['10.244.0.2', '10.244.0.4'])
    addresses.release('10.244.0.4')
    expect(addresses.take()).toBe('10.244.0.5')
  })
})

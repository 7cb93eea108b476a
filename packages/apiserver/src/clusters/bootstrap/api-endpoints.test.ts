import { describe, expect, it } from 'vitest'
import { startApiServer } from '../../server.ts'

describe('the kubernetes service', () => {
  it('leads to the server, in every cluster', async () => {
    const server = await startApiServer()
    const { objects } = await server.clusters.create('blue')

    for (const client of [server.client, objects]) {
      expect(client.get({ group: '', resource: 'endpoints' }, 'default', 'kubernetes')).toMatchObject({
        subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ name: 'https', port: server.port, protocol: 'TCP' }] }],
      })
      const slices = client.list(
        { group: 'discovery.k8s.io', resource: 'endpointslices' },
        { labelSelector: 'kubernetes.io/service-name=kubernetes' },
      )
      expect(slices).toMatchObject([
        { addressType: 'IPv4', endpoints: [{ addresses: ['127.0.0.1'] }], ports: [{ port: server.port }] },
      ])
    }
    await server.close()
  })
})

import { Connection } from '../connection.ts'
import { type Measurement, measure } from '../measure.ts'
import { parseTarget } from '../target.ts'
import { kubeconfigPath } from './hosted-objects.ts'

/** Clusters that are asked, spread over all of them. */
const TENANTS = 8

/** How long users of hosted clusters wait for their nodes, each with the kubeconfig of one cluster. */
export async function measureTenants(management: Connection, clusters: number, requests: number): Promise<Measurement> {
  const tenants: Connection[] = []
  for (let tenant = 0; tenant < TENANTS; tenant++) {
    tenants.push(await connectTenant(management, Math.floor((tenant * clusters) / TENANTS)))
  }
  try {
    const turns = measure([tenants], requests, (all, index) => all[index % TENANTS]!.must('GET', '/api/v1/nodes'))
    return await turns
  } finally {
    for (const tenant of tenants) tenant.close()
  }
}

async function connectTenant(management: Connection, index: number): Promise<Connection> {
  const { body } = await management.must('GET', kubeconfigPath(index))
  const { data } = JSON.parse(body.toString('utf8')) as { data: { kubeconfig: string } }
  const kubeconfig = Buffer.from(data.kubeconfig, 'base64').toString('utf8')
  return Connection.open(parseTarget(kubeconfig, `the kubeconfig of hosted cluster ${index}`))
}

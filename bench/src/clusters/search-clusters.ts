import { type Measurement, measure } from '../measure.ts'
import type { ServiceClient } from './service-client.ts'

/** A search that users make. */
interface Search {
  readonly name: string
  readonly search: string
  readonly order?: string
}

const SEARCHES: readonly Search[] = [
  { name: 'one by name', search: "name = 'bench-000500'" },
  { name: 'by state and region', search: "state = 'ready' and region.id = 'us-east-1'" },
  { name: 'by a nested text', search: "nodes.compute_machine_type.id = 'm5.2xlarge'" },
  { name: 'by a nested number', search: 'nodes.compute >= 50' },
  { name: 'by a property', search: "properties.team = 'team-42'" },
  { name: 'by a pattern, ordered', search: "name like '%99' and managed = true", order: 'nodes.compute desc' },
]

/** How long one kind of search took. */
export interface SearchResult extends Measurement {
  readonly name: string
  readonly search: string
}

const PAGE = 100
/** What answers them has just begun to: so many of each kind are not counted. */
const UNCOUNTED = 20

/** Makes every kind of search so many times, one after the other as a user would, and waits for a page each. */
export async function searchClusters(client: ServiceClient, times: number): Promise<SearchResult[]> {
  const results: SearchResult[] = []
  for (const { name, search, order } of SEARCHES) {
    const { total } = await client.search(search, PAGE, order)
    if (total === 0) throw new Error(`the search ${search} finds nothing`)
    await measure([client], UNCOUNTED, () => client.receive(search, PAGE, order))
    const measured = await measure([client], times, () => client.receive(search, PAGE, order))
    results.push({ name, search, ...measured })
  }
  return results
}

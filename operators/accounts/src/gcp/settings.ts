import { ConfigMap } from '@skep/api'
import type { Client } from '@skep/client'
import { parseYaml } from '@skep/schema'

/** Where references to projects live. */
export const PROJECT_NAMESPACE = 'gcp-project-operator'
export const PROJECT_FINALIZER = 'finalizer.gcp.managed.openshift.io'
/** Keeps a customer's own secret while a claim needs it. */
export const CCS_FINALIZER = `${PROJECT_FINALIZER}/ccs`

/** Whether nobody may have projects in a region, as the operator's ConfigMap says: a YAML list, or names with commas. */
export async function isRegionDisabled(client: Client, region: string): Promise<boolean> {
  const config = await client.get(ConfigMap, { namespace: PROJECT_NAMESPACE, name: PROJECT_NAMESPACE })
  const { value } = parseYaml(config?.data?.['disabledRegions'] ?? '')
  const names = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')
  return names.some((name) => name.trim() === region)
}

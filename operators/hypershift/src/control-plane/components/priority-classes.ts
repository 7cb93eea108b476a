import { PriorityClass } from '@skep/api'
import type { Client } from '@skep/client'
import { createIfMissing } from '@skep/controller'
import { ensureObject } from '../ensure.ts'
import type { ControlPlaneObjects } from '../objects.ts'
import type { ComponentDefinition } from './definition.ts'

const VALUES: Readonly<Record<ComponentDefinition['priority'], { value: number; description: string }>> = {
  'hypershift-etcd': { value: 100_002_000, description: 'For etcd of hosted control planes.' },
  'hypershift-api-critical': {
    value: 100_001_000,
    description: 'For what the API of a hosted control plane cannot do without.',
  },
  'hypershift-control-plane': { value: 100_000_000, description: 'For everything else of hosted control planes.' },
}

const CLASSES = Object.entries(VALUES).map(([name, { value, description }]) => ({
  metadata: { name },
  value,
  description,
}))

/** Makes the priority classes before there is anybody whose pods would be refused without. */
export async function installPriorityClasses(client: Client): Promise<void> {
  await Promise.all(CLASSES.map((wanted) => createIfMissing(client, PriorityClass, wanted)))
}

/** Makes those that somebody has deleted since. */
export async function ensurePriorityClasses(client: Client, { priorityClasses }: ControlPlaneObjects): Promise<void> {
  const exists = (found: PriorityClass) => found.value !== undefined
  await Promise.all(CLASSES.map((wanted) => ensureObject(client, priorityClasses, wanted, { isFine: exists })))
}

import type { KubeObject } from '@skep/schema'
import type { PodTemplateSpec } from '../core/pod-spec.ts'
import { formatSelector } from '../meta/label-selector.ts'
import type { LabelSelector } from '../meta/types.ts'
import type { TableColumn } from './table.ts'

/** The wide columns of a workload that tell about its pods. */
export const podColumns = <T extends KubeObject>(
  templateOf: (object: T) => PodTemplateSpec | undefined,
): TableColumn<T>[] => [
  {
    name: 'Containers',
    priority: 1,
    description: 'Names of each container in the template.',
    cell: (object) => listContainers(templateOf(object), 'name'),
  },
  {
    name: 'Images',
    priority: 1,
    description: 'Images referenced by each container in the template.',
    cell: (object) => listContainers(templateOf(object), 'image'),
  },
]

const listContainers = (template: PodTemplateSpec | undefined, field: 'name' | 'image'): string =>
  (template?.spec?.containers ?? []).map((container) => container[field] ?? '').join(',')

/** The wide column with the selector of a workload. */
export const selectorColumn = <T extends KubeObject>(
  selectorOf: (object: T) => LabelSelector | undefined,
  description: string,
): TableColumn<T> => ({
  name: 'Selector',
  priority: 1,
  description,
  cell: (object) => formatSelector(selectorOf(object)),
})

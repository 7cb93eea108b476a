/** What is known of resources by their names alone. */
import { checkQualifiedName } from '../meta/names.ts'

const COUNTED = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]
const COMPUTE = ['cpu', 'memory', 'ephemeral-storage']
const OF_QUOTA = [
  ...COMPUTE,
  ...COMPUTE.map((name) => `requests.${name}`),
  ...COMPUTE.map((name) => `limits.${name}`),
  'requests.storage',
  ...COUNTED,
]

const quotaResources = new Set(OF_QUOTA)
const countedResources = new Set(COUNTED)

/** A resource of pages of some size: `hugepages-2Mi`. */
export const isHugePages = (name: string): boolean => name.startsWith('hugepages-')

const isQuotaHugePages = (name: string): boolean => isHugePages(name) || name.startsWith('requests.hugepages-')

/** A resource that Kubernetes itself knows. */
export const isStandardResource = (name: string): boolean =>
  quotaResources.has(name) || name === 'storage' || isQuotaHugePages(name)

/** A resource that a quota can bound. */
export const isStandardQuotaResource = (name: string): boolean => quotaResources.has(name) || isQuotaHugePages(name)

/** A resource that a container can ask for without a domain. */
export const isStandardContainerResource = (name: string): boolean => COMPUTE.includes(name) || isHugePages(name)

/** A resource of Kubernetes' own domain. */
const isNativeResource = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/')

/** A resource that some device plug-in or operator adds. */
export const isExtendedResource = (name: string): boolean =>
  !isNativeResource(name) && !name.startsWith('requests.') && checkQualifiedName(`requests.${name}`).length === 0

/** Whether more of it may be promised than there is. */
export const isOvercommitAllowed = (name: string): boolean => isNativeResource(name) && !isHugePages(name)

/** Whether it is counted in whole pieces. */
export const isIntegerResource = (name: string): boolean => countedResources.has(name) || isExtendedResource(name)

import type { CatalogMachineType } from '../../driver-seam.ts'

/** Machines of one generation: what each has per CPU, and which sizes there are. */
interface MachineFamily {
  readonly provider: 'aws' | 'azure' | 'gcp'
  readonly category: 'general_purpose' | 'memory_optimized' | 'compute_optimized' | 'accelerated_computing'
  readonly gibPerCpu: number
  readonly cpus: readonly number[]
  readonly idOf: (cpus: number) => string
  readonly architecture?: 'arm64'
  /** Sold only to customers who bring their own account. */
  readonly ccsOnly?: boolean
}

const GIB = 2 ** 30

const CATEGORIES = {
  general_purpose: { title: 'General purpose', generic: 'standard' },
  memory_optimized: { title: 'Memory optimized', generic: 'highmem' },
  compute_optimized: { title: 'Compute optimized', generic: 'highcpu' },
  accelerated_computing: { title: 'Accelerated computing', generic: 'gpu' },
} as const

/** AWS counts in multiples of a machine of 4 CPUs, which it calls xlarge. */
const awsIds = (family: string) => (cpus: number) => `${family}.${cpus === 4 ? '' : cpus / 4}xlarge`
const gcpIds = (family: string) => (cpus: number) => `${family}-${cpus}`
const azureIds = (series: string, rest: string) => (cpus: number) => `Standard_${series}${cpus}${rest}`

const SMALL_TO_LARGE = [4, 8, 16, 32, 48, 64, 96]
const UP_TO_64 = [4, 8, 16, 32, 48, 64]

const FAMILIES: readonly MachineFamily[] = [
  { provider: 'aws', category: 'general_purpose', gibPerCpu: 4, cpus: SMALL_TO_LARGE, idOf: awsIds('m5') },
  { provider: 'aws', category: 'general_purpose', gibPerCpu: 4, cpus: SMALL_TO_LARGE, idOf: awsIds('m6i') },
  { provider: 'aws', category: 'general_purpose', gibPerCpu: 4, cpus: SMALL_TO_LARGE, idOf: awsIds('m7i') },
  { provider: 'aws', category: 'memory_optimized', gibPerCpu: 8, cpus: SMALL_TO_LARGE, idOf: awsIds('r5') },
  { provider: 'aws', category: 'memory_optimized', gibPerCpu: 8, cpus: SMALL_TO_LARGE, idOf: awsIds('r6i') },
  { provider: 'aws', category: 'compute_optimized', gibPerCpu: 2, cpus: SMALL_TO_LARGE, idOf: awsIds('c6i') },
  {
    provider: 'aws',
    category: 'general_purpose',
    gibPerCpu: 4,
    cpus: UP_TO_64,
    idOf: awsIds('m6g'),
    architecture: 'arm64',
    ccsOnly: true,
  },
  {
    provider: 'aws',
    category: 'accelerated_computing',
    gibPerCpu: 4,
    cpus: UP_TO_64,
    idOf: awsIds('g4dn'),
    ccsOnly: true,
  },
  {
    provider: 'gcp',
    category: 'general_purpose',
    gibPerCpu: 4,
    cpus: [4, 8, 16, 32, 48, 64, 96],
    idOf: (cpus) => `custom-${cpus}-${cpus * 4096}`,
  },
  { provider: 'gcp', category: 'general_purpose', gibPerCpu: 4, cpus: UP_TO_64, idOf: gcpIds('n2-standard') },
  { provider: 'gcp', category: 'memory_optimized', gibPerCpu: 8, cpus: UP_TO_64, idOf: gcpIds('n2-highmem') },
  { provider: 'gcp', category: 'compute_optimized', gibPerCpu: 1, cpus: [8, 16, 32, 64], idOf: gcpIds('n2-highcpu') },
  { provider: 'azure', category: 'general_purpose', gibPerCpu: 4, cpus: UP_TO_64, idOf: azureIds('D', 's_v3') },
  { provider: 'azure', category: 'general_purpose', gibPerCpu: 4, cpus: SMALL_TO_LARGE, idOf: azureIds('D', 's_v5') },
  { provider: 'azure', category: 'memory_optimized', gibPerCpu: 8, cpus: UP_TO_64, idOf: azureIds('E', 's_v5') },
  { provider: 'azure', category: 'compute_optimized', gibPerCpu: 2, cpus: UP_TO_64, idOf: azureIds('F', 's_v2') },
]

/** The machine types known without any configuration file. */
export const BUILT_IN_MACHINE_TYPES: readonly CatalogMachineType[] = FAMILIES.flatMap((family) =>
  family.cpus.map((cpus) => machineTypeOf(family, cpus)),
)

function machineTypeOf(family: MachineFamily, cpus: number): CatalogMachineType {
  const { title, generic } = CATEGORIES[family.category]
  const id = family.idOf(cpus)
  return {
    id,
    name: `${id} - ${title}`,
    category: family.category,
    cpu_cores: cpus,
    memory_bytes: cpus * family.gibPerCpu * GIB,
    size: sizeOf(cpus),
    generic_name: `${generic}-${cpus}${family.architecture === undefined ? '' : `-${family.architecture}`}`,
    cloud_provider_id: family.provider,
    ccs_only: family.ccsOnly ?? false,
    enabled: true,
    architecture: family.architecture ?? 'amd64',
  }
}

function sizeOf(cpus: number): string {
  if (cpus <= 4) return 'small'
  return cpus <= 8 ? 'medium' : 'large'
}

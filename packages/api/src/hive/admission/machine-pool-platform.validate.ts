import { type FieldError, fieldError } from '@skep/schema'
import { validateEach, validateRequired } from '../../meta/validation.ts'
import type { MachinePoolPlatform } from '../machine-pool-platform.ts'

type Validator<K extends keyof MachinePoolPlatform> = (
  platform: NonNullable<MachinePoolPlatform[K]>,
  path: string,
) => FieldError[]

// Where a path below differs from the name of its field, Hive itself spells it so.

const validateZones = (zones: readonly string[] | undefined, path: string): FieldError[] =>
  validateEach(zones, `${path}.zones`, (zone, zonePath) =>
    zone === '' ? [fieldError.invalid(zonePath, zone, 'zone cannot be an empty string')] : [],
  )

const validateType = (type: string, path: string): FieldError[] =>
  validateRequired(type, `${path}.instanceType`, 'instance type is required')

const validateAws: Validator<'aws'> = ({ zones, type, rootVolume }, path) => {
  const volume = `${path}.ec2RootVolume`
  const { iops = 0, size } = rootVolume
  return [
    ...validateZones(zones, path),
    ...validateType(type, path),
    ...(iops < 0 ? [fieldError.invalid(`${volume}.iops`, iops, 'volume IOPS must not be negative')] : []),
    ...(size < 0 ? [fieldError.invalid(`${volume}.size`, size, 'volume size must not be negative')] : []),
    ...validateRequired(rootVolume.type, `${volume}.type`, 'volume type is required'),
  ]
}

const validateAzure: Validator<'azure'> = ({ zones, type, osDisk: { diskSizeGB } }, path) => [
  ...validateZones(zones, path),
  ...validateType(type, path),
  ...(diskSizeGB > 0 ? [] : [fieldError.invalid(`${path}.osDisk.iops`, diskSizeGB, 'disk size must be positive')]),
]

const validateGcp: Validator<'gcp'> = ({ zones, type }, path) => [
  ...validateZones(zones, path),
  ...validateType(type, path),
]

const validateOpenStack: Validator<'openstack'> = ({ flavor }, path) =>
  validateRequired(flavor, `${path}.type`, 'flavor name is required')

const validatePositive = (value: number | undefined, path: string, detail: string): FieldError[] =>
  (value ?? 0) > 0 ? [] : [fieldError.required(path, detail)]

const validateVsphere: Validator<'vsphere'> = ({ cpus, coresPerSocket, memoryMB, osDisk }, path) => [
  ...validatePositive(cpus, `${path}.numCPUs`, 'number of cpus must be positive'),
  ...validatePositive(coresPerSocket, `${path}.numCoresPerSocket`, 'number of cores per socket must be positive'),
  ...validatePositive(memoryMB, `${path}.memoryMiB`, 'memory must be positive'),
  ...validatePositive(osDisk?.diskSizeGB, `${path}.diskSizeGB`, 'disk size must be positive'),
]

const validateNutanix: Validator<'nutanix'> = ({ cpus, coresPerSocket, memoryMiB, dataDisks = [] }, path) => [
  ...validatePositive(cpus, `${path}.numCPUs`, 'number of vCPUs must be positive'),
  ...validatePositive(coresPerSocket, `${path}.numCoresPerSocket`, 'number of cores per sockets must be positive'),
  ...validatePositive(memoryMiB, `${path}.memoryMiB`, 'memory must be positive'),
  ...dataDisks.flatMap(({ diskSize }) =>
    Number.parseFloat(diskSize) === 0 ? [fieldError.required(`${path}.diskSizeBytes`, 'disk size must be set')] : [],
  ),
]

/** What the machines of a pool are: one platform, with what it needs. */
export function validateMachinePoolPlatform(platform: MachinePoolPlatform, path: string): FieldError[] {
  const { aws, azure, gcp, openstack, vsphere, nutanix } = platform
  return [
    ...(aws ? validateAws(aws, `${path}.aws`) : []),
    ...(azure ? validateAzure(azure, `${path}.azure`) : []),
    ...(gcp ? validateGcp(gcp, `${path}.gcp`) : []),
    ...(openstack ? validateOpenStack(openstack, `${path}.openstack`) : []),
    ...(vsphere ? validateVsphere(vsphere, `${path}.vsphere`) : []),
    ...(nutanix ? validateNutanix(nutanix, `${path}.nutanix`) : []),
    ...validateSinglePlatform(platform, path),
  ]
}

const PLATFORMS = ['aws', 'azure', 'gcp', 'openstack', 'vsphere', 'ibmcloud', 'nutanix'] as const

function validateSinglePlatform(platform: MachinePoolPlatform, path: string): FieldError[] {
  const given = PLATFORMS.filter((name) => platform[name])
  if (given.length === 0) return [fieldError.required(path, 'must specify a platform')]
  if (given.length === 1) return []
  return [fieldError.invalid(path, platform, `multiple platforms specified: [${given.join(' ')}]`)]
}

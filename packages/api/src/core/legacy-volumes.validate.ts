import { type FieldError, fieldError } from '@skep/schema'
import { checkInRange } from '../meta/names.ts'
import { invalid } from '../meta/validation.ts'

/** Fields that a source of a superseded kind cannot do without, where it is more than its name. */
const REQUIRED_FIELDS: Record<string, readonly string[]> = {
  gcePersistentDisk: ['pdName'],
  awsElasticBlockStore: ['volumeID'],
  glusterfs: ['endpoints', 'path'],
  rbd: ['monitors', 'image'],
  cinder: ['volumeID'],
  cephfs: ['monitors'],
  quobyte: ['registry', 'volume'],
  flexVolume: ['driver'],
  azureFile: ['secretName', 'shareName'],
  azureDisk: ['diskName', 'diskURI'],
  vsphereVolume: ['volumePath'],
  photonPersistentDisk: ['pdID'],
  portworxVolume: ['volumeID'],
  storageos: ['volumeName'],
  scaleIO: ['gateway', 'system', 'volumeName'],
}

/** Everything wrong with a volume of a kind that CSI drivers have superseded. */
export function validateLegacyVolume(owner: object, source: string, path: string): FieldError[] {
  // Every source is an object of its own shape; the table above says which fields matter.
  const fields = (owner as Record<string, Record<string, unknown> | undefined>)[source] ?? {}
  const at = `${path}.${source === 'gcePersistentDisk' ? 'persistentDisk' : source}`
  const missing = (REQUIRED_FIELDS[source] ?? []).filter((field) => isEmpty(fields[field]))
  return [
    ...missing.map((field) => fieldError.required(`${at}.${field}`)),
    ...(source === 'flocker' ? validateFlocker(fields, at) : []),
    ...(typeof fields['partition'] === 'number' ? validatePartition(fields['partition'], `${at}.partition`) : []),
  ]
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const validatePartition = (partition: number, path: string): FieldError[] =>
  partition < 0 || partition > 255 ? invalid(path, partition, checkInRange(partition, 1, 255)) : []

function validateFlocker({ datasetName, datasetUUID }: Record<string, unknown>, path: string): FieldError[] {
  if (isEmpty(datasetName) && isEmpty(datasetUUID)) {
    return [fieldError.required(path, 'one of datasetName and datasetUUID is required')]
  }
  return !isEmpty(datasetName) && !isEmpty(datasetUUID)
    ? [fieldError.invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')]
    : []
}

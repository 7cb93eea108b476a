import type { KubeObject } from '@skep/schema'
import type { ClusterDeployment } from '../cluster-deployment.ts'
import type { ClusterDeploymentCustomization } from '../cluster-deployment-customization.ts'
import type { ClusterImageSet } from '../cluster-image-set.ts'
import type { ClusterPool } from '../cluster-pool.ts'
import type { ClusterProvision } from '../cluster-provision.ts'
import type { DnsZone } from '../dns-zone.ts'
import type { HiveMachinePool } from '../machine-pool.ts'
import type { SelectorSyncSet } from '../selector-sync-set.ts'
import type { SyncSet } from '../sync-set.ts'
import { validateClusterDeploymentCreate } from './cluster-deployment.create.ts'
import { validateClusterDeploymentDelete } from './cluster-deployment.delete.ts'
import { validateClusterDeploymentUpdate } from './cluster-deployment.update.ts'
import { validateClusterProvision, validateClusterProvisionUpdate } from './cluster-provision.validate.ts'
import { validateMachinePool, validateMachinePoolUpdate } from './machine-pool.validate.ts'
import { invalidFields, type Rejection } from './rejection.ts'
import type { HiveAdmissionRequest, HiveAdmissionSettings } from './request.ts'
import {
  validateClusterImageSet,
  validateClusterPool,
  validateCustomization,
  validateDnsZone,
} from './small-kinds.validate.ts'
import { validateSelectorSyncSet, validateSyncSet } from './sync-set.validate.ts'

interface AdmissionRules<T extends KubeObject> {
  /** `stored` is missing for a create. */
  write(object: T, stored: T | undefined, settings: HiveAdmissionSettings): Rejection | undefined
  remove?(stored: T): Rejection | undefined
}

const clusterDeployments: AdmissionRules<ClusterDeployment> = {
  write: (cluster, stored, settings) =>
    stored ? validateClusterDeploymentUpdate(cluster, stored) : validateClusterDeploymentCreate(cluster, settings),
  remove: validateClusterDeploymentDelete,
}

const clusterProvisions: AdmissionRules<ClusterProvision> = {
  write: (provision, stored) =>
    invalidFields(
      provision,
      stored ? validateClusterProvisionUpdate(provision, stored) : validateClusterProvision(provision),
    ),
}

const machinePools: AdmissionRules<HiveMachinePool> = {
  write: (pool, stored) =>
    invalidFields(pool, stored ? validateMachinePoolUpdate(pool, stored) : validateMachinePool(pool)),
}

const syncSets: AdmissionRules<SyncSet> = { write: (syncSet) => invalidFields(syncSet, validateSyncSet(syncSet)) }

const selectorSyncSets: AdmissionRules<SelectorSyncSet> = {
  write: (syncSet) => invalidFields(syncSet, validateSelectorSyncSet(syncSet)),
}

const customizations: AdmissionRules<ClusterDeploymentCustomization> = { write: validateCustomization }
const clusterPools: AdmissionRules<ClusterPool> = { write: validateClusterPool }
const dnsZones: AdmissionRules<DnsZone> = { write: validateDnsZone }
const clusterImageSets: AdmissionRules<ClusterImageSet> = {
  write: (imageSet, _stored, settings) => validateClusterImageSet(imageSet, settings),
}

/** A kind in this table is that of the objects its rules get, and the server has checked those against its schema. */
const RULES = {
  ClusterDeployment: clusterDeployments,
  ClusterDeploymentCustomization: customizations,
  ClusterImageSet: clusterImageSets,
  ClusterPool: clusterPools,
  ClusterProvision: clusterProvisions,
  DNSZone: dnsZones,
  MachinePool: machinePools,
  SelectorSyncSet: selectorSyncSets,
  SyncSet: syncSets,
} as unknown as Readonly<Record<string, AdmissionRules<KubeObject>>>

/** The kinds that have an admission webhook in Hive. */
export const hiveAdmissionKinds: readonly string[] = Object.keys(RULES)

/** Whether, and why, Hive refuses a request. Kinds without a webhook are never refused. */
export function validateHiveAdmission(request: HiveAdmissionRequest): Rejection | undefined {
  const { kind, operation, object, oldObject } = request
  const rules = Object.hasOwn(RULES, kind) ? RULES[kind] : undefined
  switch (operation) {
    case 'CREATE':
      return object ? rules?.write(object, undefined, request) : undefined
    case 'UPDATE':
      return object && oldObject ? rules?.write(object, oldObject, request) : undefined
    case 'DELETE':
      return oldObject ? rules?.remove?.(oldObject) : undefined
    case 'CONNECT':
      return undefined
  }
}

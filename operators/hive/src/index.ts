export type { AdmissionOptions } from '@skep/controller'
export * from './conditions.ts'
export { type HiveFullOptions, type RunningHive, startHiveFull } from './full/index.ts'
export type * from './full/installer/infrastructure.ts'
export {
  type CloudDelays,
  createSimulatedInfrastructure,
  DEPROVISIONING_STATE,
} from './full/installer/simulated-infrastructure.ts'
export type { HiveDependencies, HiveParts } from './full/parts.ts'
export * from './labels.ts'
export * from './naming.ts'
export { DEFAULT_IMAGE_SETS, HIVE_BEHAVIOUR_KINDS } from './simulator/behaviour-kinds.ts'
export { type HiveSimulator, type HiveSimulatorOptions, startHiveSimulator } from './simulator/index.ts'
export * from './start.ts'

export * from './admission/abandoned.ts'
export * from './admission/review.ts'
export * from './admission/server.ts'
export * from './bursts.ts'
export * from './conditions.ts'
export type { ControllerDefinition } from './controller.ts'
export { type ControllerFigures, ControllerMetrics } from './controller-metrics.ts'
export * from './create-if-missing.ts'
export type { EventRate } from './event-limits.ts'
export * from './events.ts'
export * from './finalizers.ts'
export * from './lease.ts'
export * from './listen.ts'
export * from './manager.ts'
export * from './metrics.ts'
export * from './newest-copies.ts'
export * from './object-reader.ts'
export * from './owners.ts'
export * from './phases.ts'
export * from './reconcile.ts'
export * from './serve.ts'
export * from './sightings.ts'
export {
  controllerKey,
  isMoreThanStatus,
  type KeysOf,
  labelledKey,
  ownKey,
  type Source,
  type SourceOptions,
  specChanged,
  watchOf,
} from './sources.ts'
export * from './status.ts'
export * from './status-writer.ts'

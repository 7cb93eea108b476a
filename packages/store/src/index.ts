export type { HistoryLimits } from './internal/retention.ts'
export * from './lmdb-store.ts'
export * from './memory-store.ts'
export * from './store.ts'

export * from './conditions.ts'
export * from './labels.ts'
export * from './naming.ts'

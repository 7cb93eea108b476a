export * from './start.ts'

export * from './clock.ts'
export * from './errors.ts'
export * from './logger.ts'

export * from './unreliable-server.ts'

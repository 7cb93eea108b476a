export { postgresBackend } from './postgres-backend.ts'

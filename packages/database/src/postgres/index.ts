export { openPostgres } from './open-postgres.ts'
export { postgresError } from './postgres-errors.ts'
export { notificationOf, POSTGRES_CHANNEL } from './postgres-listener.ts'

import type { ErrorRenderer } from './service-error.ts'

/** Errors for people and probes: the reason and the operation's id. */
export const plainErrors: ErrorRenderer = {
  render: ({ message }, { operationId }) => ({ body: { error: message, operation_id: operationId } }),
}

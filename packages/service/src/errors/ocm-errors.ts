import { formatTime } from '@skep/base'
import type { ErrorRenderer } from './service-error.ts'

/** Which service's errors these are. */
export interface OcmErrorsOptions {
  /** Such as `clusters_mgmt`: codes begin with it in capitals, `CLUSTERS-MGMT-404`. */
  service: string
  /** Such as `/api/clusters_mgmt/v1`: where the catalogue of errors is. */
  base: string
}

/** Errors as OCM services write them: `{kind: "Error", id, href, code, reason, operation_id, timestamp, details}`. */
export function ocmErrors({ service, base }: OcmErrorsOptions): ErrorRenderer {
  const prefix = service.toUpperCase().replaceAll('_', '-')
  const realm = base.replace(/^\/(?:api\/)?/, '')
  return {
    render: ({ status, id, message, details }, { operationId, now }) => ({
      body: {
        kind: 'Error',
        id: String(id),
        href: `${base}/errors/${id}`,
        code: `${prefix}-${id}`,
        reason: message,
        operation_id: operationId,
        timestamp: formatTime(now),
        ...(details.length > 0 ? { details } : {}),
      },
      ...(status === 401 ? { headers: { 'www-authenticate': `Bearer realm="${realm}"` } } : {}),
    }),
  }
}

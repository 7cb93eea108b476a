import type { HiveSimulatorOptions } from '@skep/operator-hive'

type CloudCredentials = NonNullable<HiveSimulatorOptions['credentials']>

/** Credentials that the environment passes on to the secrets of claims. */
export function credentialsOf(environment: Readonly<Record<string, string | undefined>>): CloudCredentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, GCP_SERVICE_ACCOUNT_JSON } = environment
  const hasAws = AWS_ACCESS_KEY_ID !== undefined && AWS_SECRET_ACCESS_KEY !== undefined
  return {
    ...(hasAws ? { aws: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } } : {}),
    ...(GCP_SERVICE_ACCOUNT_JSON === undefined ? {} : { gcpServiceAccountJson: GCP_SERVICE_ACCOUNT_JSON }),
  }
}

/** Credentials that go into the secrets of claims, if somebody has real ones to pass on. */
export interface CloudCredentials {
  readonly aws?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** A GCP service account, as JSON. */
  readonly gcpServiceAccountJson?: string
}

/** The members of an AWS credential secret. */
export const awsSecretOf = ({ aws }: CloudCredentials): Record<string, string> => ({
  aws_access_key_id: aws?.accessKeyId ?? 'simulated-access-key-id',
  aws_secret_access_key: aws?.secretAccessKey ?? 'simulated-secret-access-key',
})

/** The members of a GCP credential secret. */
export const gcpSecretOf = ({ gcpServiceAccountJson }: CloudCredentials): Record<string, string> => ({
  'osServiceAccount.json': gcpServiceAccountJson ?? JSON.stringify(PLACEHOLDER_ACCOUNT),
})

const PLACEHOLDER_ACCOUNT = {
  type: 'service_account',
  project_id: 'simulated-project-id',
  private_key_id: 'simulated-key-id',
  client_email: 'simulated@simulated-project-id.example.com',
  client_id: '000000000000000000000',
}

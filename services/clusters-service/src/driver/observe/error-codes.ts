/** What is shown of a failed provision: a code that clients know, and a text for people. */
export interface ProvisionError {
  readonly code: string
  readonly message: string
}

/** The code of everything that has none of its own. */
const UNKNOWN = 'OCM3999'
const UNKNOWN_TEXT = 'Unknown error: look at the install logs, or delete the cluster and try again'

/** Codes by the reason that Hive gives. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['AWSInsufficientCapacity', 'OCM5011'],
  ['ClusterImageSetNotFound', 'OCM5009'],
])

/** The code and text of a failure that Hive or an account operator gives a reason for. */
export const provisionError = (reason: string | undefined, message: string | undefined): ProvisionError => ({
  code: CODES.get(reason ?? '') ?? UNKNOWN,
  message: message || UNKNOWN_TEXT,
})

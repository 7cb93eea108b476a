import { AccountClaim, AwsAccount, ProjectClaim, ProjectReference } from '@skep/api'
import type { Stored } from '@skep/client'
import { conditionsOf } from '../conditions.ts'
import { type Explainer, partsOf } from '../explainer.ts'
import { type Actor, cloud, type Explained, failing, good, operator, user, type Verdict, waiting } from '../model.ts'

const AWS = operator('aws-account-operator')
const GCP = operator('gcp-project-operator')
const FIX_CLAIM = user('correct what the message names, then make the claim again')

/** What one of these kinds says: a state, and conditions of which the newest tells most. */
interface Stateful {
  readonly object: Stored
  readonly state: string | undefined
  readonly failed: string
  readonly waitsFor: string
  readonly nextActor: Actor
  readonly onFailure: Actor
}

/** These kinds go by their state; a condition says more about it. */
function verdictOfState({ object, state = '', failed, waitsFor, nextActor, onFailure }: Stateful): Verdict {
  const newest = [...conditionsOf(object)]
    .filter(({ status }) => status === 'True')
    .sort((one, other) => Date.parse(other.lastTransitionTime ?? '') - Date.parse(one.lastTransitionTime ?? ''))[0]
  const since = newest?.lastTransitionTime ?? object.metadata.creationTimestamp
  if (state === 'Ready') return good('Ready', since)
  if (state === failed) {
    return failing({
      state: newest?.reason || failed,
      waitsFor: newest?.message || 'nothing: it has failed',
      since,
      nextActor: onFailure,
    })
  }
  return waiting({ state: state || 'New', waitsFor: newest?.message || waitsFor, since, nextActor })
}

/** Where the account operators keep what they made. */
const AWS_NAMESPACE = 'aws-account-operator'
const GCP_NAMESPACE = 'gcp-project-operator'

const accountClaim: Explainer<AccountClaim> = {
  kind: AccountClaim,
  parts: async ({ spec: { accountLink } }, read) =>
    accountLink ? partsOf(read, [await read.get(AwsAccount, { namespace: AWS_NAMESPACE, name: accountLink })]) : [],
  verdict: (object, children) =>
    verdictOfState({
      object,
      state: object.status?.state,
      failed: 'Error',
      waitsFor: 'an account of the pool that is ready and not claimed',
      nextActor: below(children) ?? AWS,
      onFailure: FIX_CLAIM,
    }),
}

const PAUSED = 'aws.managed.openshift.com/pause-reconciliation'

const account: Explainer<AwsAccount> = {
  kind: AwsAccount,
  verdict: (object) => {
    const { annotations } = object.metadata
    if (annotations?.[PAUSED] === 'true') {
      return waiting({
        state: 'Paused',
        waitsFor: `annotation ${PAUSED} to go`,
        nextActor: user(`remove annotation ${PAUSED}`),
      })
    }
    const limited = conditionsOf(object).find(
      ({ reason, status }) => reason === 'AWSAccountLimitReached' && status === 'True',
    )
    return verdictOfState({
      object,
      state: object.status?.state,
      failed: 'Failed',
      waitsFor: 'the account to be made and set up',
      nextActor: limited ? user('raise the limit of accounts') : cloud('AWS'),
      onFailure: user('delete the Account, or correct what failed'),
    })
  },
}

const projectClaim: Explainer<ProjectClaim> = {
  kind: ProjectClaim,
  parts: async ({ spec: { projectReferenceCRLink: link }, metadata }, read) => {
    const name = link?.name || `${metadata.namespace}-${metadata.name}`
    return partsOf(read, [await read.get(ProjectReference, { namespace: link?.namespace || GCP_NAMESPACE, name })])
  },
  verdict: (object, children) =>
    verdictOfState({
      object,
      state: object.status?.state,
      failed: 'Error',
      waitsFor: 'its project to be made',
      nextActor: below(children) ?? GCP,
      onFailure: FIX_CLAIM,
    }),
}

const projectReference: Explainer<ProjectReference> = {
  kind: ProjectReference,
  verdict: (object) =>
    verdictOfState({
      object,
      state: object.status?.state,
      failed: 'Error',
      waitsFor: 'the project to be made and set up',
      nextActor: cloud('GCP'),
      onFailure: user('correct what the message names'),
    }),
}

const below = (children: readonly Explained[]): Actor | undefined =>
  children.find(({ health }) => health !== 'good')?.nextActor

/** Accounts and projects of clouds, and claims on them. */
export const ACCOUNT_EXPLAINERS: readonly Explainer[] = [accountClaim, account, projectClaim, projectReference]

import type { NonResourceRule, PolicyRule, ResourceRule, SelfSubjectRulesReview } from '@skep/api'
import type { UserInfo } from '../../contracts.ts'
import { badRequest } from '../../registry/errors.ts'
import { describeMissing } from './access.ts'
import type { RbacIndex } from './rbac-index.ts'

/** Lists everything the caller may do in a namespace, as `kubectl auth can-i --list` shows. Throws BadRequest. */
export function reviewSelfSubjectRules(
  rbac: RbacIndex,
  review: Pick<SelfSubjectRulesReview, 'spec'>,
  caller: UserInfo,
): SelfSubjectRulesReview {
  const { namespace } = review.spec
  if (!namespace) throw badRequest('no namespace on request')
  const { grants, missing } = rbac.access(caller, namespace)
  const rules = grants.map(({ rule }) => rule)
  return {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectRulesReview',
    metadata: {},
    spec: {},
    status: {
      resourceRules: rules.flatMap(onResources),
      nonResourceRules: rules.flatMap(onPaths),
      incomplete: false,
      ...(missing.length === 0 ? {} : { evaluationError: describeMissing(missing) }),
    },
  }
}

function onResources({ verbs, apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): ResourceRule[] {
  if (resources.length === 0) return []
  return [{ verbs, apiGroups, resources, ...(resourceNames.length === 0 ? {} : { resourceNames }) }]
}

const onPaths = ({ verbs, nonResourceURLs = [] }: PolicyRule): NonResourceRule[] =>
  nonResourceURLs.length === 0 ? [] : [{ verbs, nonResourceURLs }]

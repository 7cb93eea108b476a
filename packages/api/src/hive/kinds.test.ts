import { expect, it } from 'vitest'
import { awsAccountKinds } from '../aws-accounts/kinds.ts'
import { gcpProjectKinds } from '../gcp-projects/kinds.ts'
import { targetClusterKinds } from '../openshift/target-cluster-kinds.ts'
import { undescribed } from '../test/undescribed.ts'
import { hiveKinds } from './kinds.ts'

it.each([...hiveKinds, ...awsAccountKinds, ...gcpProjectKinds, ...targetClusterKinds])(
  '$group $kind explains every field',
  ({ kind, schema }) => {
    expect(undescribed(schema.node, kind)).toEqual([])
  },
)

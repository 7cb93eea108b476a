import type { HostedCluster, NodePool } from '@skep/api'
import type { Release } from '../../contracts.ts'
import { hash8 } from '../hash.ts'

/** Regions are called like `us-east-1`; there are no images for others. */
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/
const ID_DIGITS = 17

/** What machines on AWS boot: an image, or why there is none. */
export type AwsImage = { readonly id: string } | { readonly problem: string }

/** The image of a release in a region; the same for the same release. */
export function awsImage({ spec }: HostedCluster, pool: NodePool, release: Release): AwsImage {
  const { aws } = pool.spec.platform
  if (aws?.ami) return { id: aws.ami }
  const region = spec.platform.aws?.region ?? ''
  if (!REGION.test(region)) return { problem: `couldn't find AWS image for region "${region}"` }
  const what = `${release.version}/${region}/${pool.spec.arch}/${aws?.imageType ?? 'Linux'}`
  const digits = [0, 1, 2].map((part) => hash8(`${what}/${part}`)).join('')
  return { id: `ami-${digits.slice(0, ID_DIGITS)}` }
}

/** The container image with the disk that virtual machines boot. */
export const kubevirtImage = ({ spec }: NodePool, release: Release): string =>
  spec.platform.kubevirt?.rootVolume.diskImage?.containerDiskImage ?? release.componentImage('rhel-coreos')

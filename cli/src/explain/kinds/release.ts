import type { Stored } from '@skep/client'
import { type Actor, nameOf, user, type Verdict } from '../model.ts'

/** What to do about a release that cannot be had. */
export const CHOOSE_RELEASE: Actor = user('choose another spec.release.image')

/** Says of which object another release is to be chosen: a cluster and its pools have one each. */
export const namingWhoseRelease = (verdict: Verdict, { kind, metadata }: Stored): Verdict =>
  verdict.nextActor === CHOOSE_RELEASE
    ? { ...verdict, nextActor: user(`${CHOOSE_RELEASE.action} of ${kind} ${nameOf(metadata)}`) }
    : verdict

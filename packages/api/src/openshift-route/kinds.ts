import type { KindDefinition } from '@skep/schema'
import { Route } from './route.ts'

/** The kinds of route.openshift.io/v1, to install where routes are wanted. */
export const openShiftRouteKinds: readonly KindDefinition[] = [Route]

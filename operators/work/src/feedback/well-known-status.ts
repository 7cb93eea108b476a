import type { Manifest } from '../types.ts'

/** A value of an object that is told under a name. */
export interface FeedbackPath {
  readonly name: string
  readonly path: string
  /** The only version of the API that the path is for; any unless given. */
  readonly version?: string
}

const conditionStatus = (type: string): string => `.status.conditions[?(@.type=="${type}")].status`

/** What is told of usual kinds without being asked for by path. */
const WELL_KNOWN: ReadonlyMap<string, readonly FeedbackPath[]> = new Map([
  [
    'apps/v1 Deployment',
    [
      { name: 'ReadyReplicas', path: '.status.readyReplicas' },
      { name: 'Replicas', path: '.status.replicas' },
      { name: 'AvailableReplicas', path: '.status.availableReplicas' },
    ],
  ],
  [
    'apps/v1 DaemonSet',
    [
      { name: 'NumberReady', path: '.status.numberReady' },
      { name: 'DesiredNumberScheduled', path: '.status.desiredNumberScheduled' },
      { name: 'NumberAvailable', path: '.status.numberAvailable' },
    ],
  ],
  [
    'batch/v1 Job',
    [
      { name: 'JobComplete', path: conditionStatus('Complete') },
      { name: 'JobSucceeded', path: '.status.succeeded' },
    ],
  ],
  [
    'v1 Pod',
    [
      { name: 'PodReady', path: conditionStatus('Ready') },
      { name: 'PodPhase', path: '.status.phase' },
    ],
  ],
])

/** The usual values of a kind; undefined when it has none. */
export const wellKnownStatus = ({ apiVersion, kind }: Manifest): readonly FeedbackPath[] | undefined =>
  WELL_KNOWN.get(`${apiVersion} ${kind}`)

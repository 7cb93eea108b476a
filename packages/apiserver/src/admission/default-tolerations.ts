import { addDefaultTolerations } from '@skep/api'
import type { AdmissionPlugin } from '../contracts.ts'
import { createsPod, podOf } from './pods.ts'

/** A pod stays five minutes on a node that stopped answering, unless it says otherwise. */
export const defaultTolerations: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  handles: createsPod,
  mutate: (request) => {
    const { spec } = podOf(request)
    if (spec) addDefaultTolerations(spec)
  },
}

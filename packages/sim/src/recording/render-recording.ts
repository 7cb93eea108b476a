import {
  RECORDING_KIND,
  RECORDING_VERSION,
  type RecordedObject,
  type RecordedStep,
  type Recording,
} from './contracts.ts'

/** A recording as files and the control API have it: without what is empty. */
export const renderRecording = ({ recordedAt, objects }: Recording): Record<string, unknown> => ({
  apiVersion: RECORDING_VERSION,
  kind: RECORDING_KIND,
  ...(recordedAt === undefined ? {} : { recordedAt }),
  objects: objects.map(renderObject),
})

const renderObject = ({ steps, failure, ...rest }: RecordedObject): Record<string, unknown> => ({
  ...rest,
  steps: steps.map(renderStep),
  ...(failure ? { failure } : {}),
})

const renderStep = ({ atSeconds, state, conditions, removes, sets }: RecordedStep): Record<string, unknown> => ({
  atSeconds,
  state,
  ...(conditions.length > 0 ? { conditions } : {}),
  ...(removes.length > 0 ? { removes } : {}),
  ...(sets.length > 0 ? { sets } : {}),
})

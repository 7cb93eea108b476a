import { ConnectionError, ErrorCode } from './errors.ts'
import { DEFAULT_MAX_FRAME, FrameType, MAX_31_BITS, makeFrame } from './frames.ts'
import type { Http2Limits } from './limits.ts'
import { DEFAULT_WINDOW } from './windows.ts'

const Setting = { enablePush: 2, maxConcurrentStreams: 3, initialWindow: 4, maxFrame: 5, maxHeaderList: 6 } as const

const SETTING_BYTES = 6
const LARGEST_FRAME = 16_777_215

/** What a client wants, as far as a server cares that pushes nothing and keeps no table of headers. */
export interface ClientSettings {
  /** Of each stream. */
  readonly initialWindow: number
  readonly maxFrame: number
}

export const DEFAULT_CLIENT_SETTINGS: ClientSettings = { initialWindow: DEFAULT_WINDOW, maxFrame: DEFAULT_MAX_FRAME }

/** Reads the payload of a SETTINGS frame; what it does not mention stays as it was. */
export function readSettings(payload: Buffer, before: ClientSettings): ClientSettings {
  if (payload.length % SETTING_BYTES !== 0) throw new ConnectionError(ErrorCode.frameSizeError, 'half a setting')
  let settings = before
  for (let at = 0; at < payload.length; at += SETTING_BYTES) {
    settings = withSetting(settings, payload.readUInt16BE(at), payload.readUInt32BE(at + 2))
  }
  return settings
}

function withSetting(settings: ClientSettings, id: number, value: number): ClientSettings {
  switch (id) {
    case Setting.enablePush:
      if (value > 1) throw new ConnectionError(ErrorCode.protocolError, 'ENABLE_PUSH is neither 0 nor 1')
      return settings
    case Setting.initialWindow:
      if (value > MAX_31_BITS) throw new ConnectionError(ErrorCode.flowControlError, 'the window is too large')
      return { ...settings, initialWindow: value }
    case Setting.maxFrame:
      if (value < DEFAULT_MAX_FRAME || value > LARGEST_FRAME) {
        throw new ConnectionError(ErrorCode.protocolError, 'MAX_FRAME_SIZE is out of range')
      }
      return { ...settings, maxFrame: value }
    default:
      return settings
  }
}

/** The first frame of the server: what clients may ask of it. */
export function makeServerSettings({ streams, headers, streamWindow }: Http2Limits): Buffer {
  const settings: [id: number, value: number][] = [
    [Setting.maxConcurrentStreams, streams],
    [Setting.initialWindow, streamWindow],
    [Setting.maxHeaderList, headers.bytes],
  ]
  const payload = Buffer.alloc(settings.length * SETTING_BYTES)
  settings.forEach(([id, value], index) => {
    payload.writeUInt16BE(id, index * SETTING_BYTES)
    payload.writeUInt32BE(value, index * SETTING_BYTES + 2)
  })
  return makeFrame(FrameType.settings, 0, 0, payload)
}

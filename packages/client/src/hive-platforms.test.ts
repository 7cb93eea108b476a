import { HiveMachinePool } from '@skep/api'
import type { JsonObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { serveKinds } from './test/served-kinds.ts'

const api = serveKinds([HiveMachinePool])

/** What a user is told who asks for this, without where it is. */
const complaintAbout = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'accepted',
    ({ message }: Error) => message.replace(/^.* is invalid: /, ''),
  )

describe('machines on Nutanix', () => {
  const order = (nutanix: JsonObject) =>
    api.create(HiveMachinePool, { clusterDeploymentRef: { name: 'demo' }, name: 'worker', platform: { nutanix } })

  it('keep their disks, GPUs and project', async () => {
    const nutanix = {
      dataDisks: [
        {
          diskSize: '10Gi',
          dataSource: { type: 'name', name: 'image' },
          deviceProperties: { adapterType: 'SCSI', deviceType: 'CDRom', deviceIndex: 1 },
          storageConfig: { diskMode: 'Flash', storageContainer: { type: 'uuid', uuid: 'u' } },
        },
      ],
      gpus: [
        { type: 'Name', name: 'A40' },
        { type: 'DeviceID', deviceID: 8757 },
      ],
      project: { type: 'uuid', uuid: 'p' },
    }

    expect((await order(nutanix)).spec).toMatchObject({ platform: { nutanix } })
  })

  it('get disks as the platform makes them where nothing is said', async () => {
    const disk = { diskSize: '10Gi', deviceProperties: { adapterType: 'SCSI' }, storageConfig: {} }
    const filled = {
      deviceProperties: { adapterType: 'SCSI', deviceType: 'Disk', deviceIndex: 0 },
      storageConfig: { diskMode: 'Standard' },
    }

    expect((await order({ dataDisks: [disk] })).spec).toMatchObject({ platform: { nutanix: { dataDisks: [filled] } } })
  })

  it.each<[complaint: string, ask: JsonObject]>([
    [
      'deviceID configuration is required when type is DeviceID, and forbidden otherwise',
      { gpus: [{ type: 'DeviceID' }] },
    ],
    ['name configuration is required when type is Name, and forbidden otherwise', { gpus: [{ type: 'Name' }] }],
    [
      'uuid configuration is required when type is uuid, and forbidden otherwise',
      { dataDisks: [{ diskSize: '1Gi', storageConfig: { storageContainer: { type: 'uuid' } } }] },
    ],
    ['spec.platform.nutanix.project.type: Required value', { project: { name: 'p' } }],
  ])('are refused where they make no sense: %s', async (complaint, ask) => {
    expect(await complaintAbout(order(ask))).toContain(complaint)
  })
})

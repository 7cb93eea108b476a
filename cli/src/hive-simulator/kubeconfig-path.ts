import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isKubeconfigInUse } from '../kubeconfig-file.ts'

/** Where the guides look for it; beside it when that is of another simulator that runs. */
export async function freeKubeconfigPath(port: number): Promise<string> {
  const usual = join(tmpdir(), 'hive-simulator-kubeconfig.yaml')
  return (await isKubeconfigInUse(usual, port)) ? join(tmpdir(), `hive-simulator-kubeconfig-${port}.yaml`) : usual
}

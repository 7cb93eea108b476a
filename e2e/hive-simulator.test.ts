import { afterAll, beforeAll, describe, expect } from 'vitest'
import { buildSkep } from '../cli/src/test/skep.ts'
import { accountClaim, deployment, type Flow, startFlow } from './support/flow.ts'
import { itWith } from './support/programs.ts'

const CONFIG = new URL('../config/hive-simulator.yaml', import.meta.url).pathname

let flow: Flow
beforeAll(async () => {
  buildSkep()
  flow = await startFlow('--config', CONFIG, '--speed', '20x')
}, 180_000)
afterAll(() => flow?.close())

const ID = 'api.openshift.com/id'

/** Puts objects into a namespace of their own. */
async function apply(namespace: string, ...objects: object[]): Promise<void> {
  flow.sh.file(`${namespace}.json`, { apiVersion: 'v1', kind: 'List', items: objects })
  await flow.sh(
    `kubectl create namespace ${namespace} --dry-run=client -o yaml | kubectl apply -f - && kubectl apply -f ${namespace}.json`,
  )
}

const installed = (name: string, namespace: string) =>
  flow.sh(`kubectl get cd ${name} -n ${namespace} -o jsonpath='{.spec.installed}'`)

const whenInstalled = (name: string, namespace: string) =>
  flow.sh(`kubectl wait cd ${name} -n ${namespace} --for=jsonpath='{.spec.installed}'=true --timeout=10s`)

describe('the Hive simulator', { timeout: 60_000 }, () => {
  const it = itWith('kubectl, curl and jq')

  it('comes with a kubeconfig of its name and the releases of its configuration', async () => {
    const { sh } = flow

    expect(await sh('kubectl config current-context')).toBe('hive-simulator')
    expect(await sh('kubectl get clusterimagesets --no-headers | wc -l')).toBe('11')
    expect(
      await sh(
        `kubectl get imgset openshift-v4.17.0-ec.0-candidate -o jsonpath='{.metadata.labels.api\\.openshift\\.com/channel-group} {.metadata.annotations.api\\.openshift\\.com/version}'`,
      ),
    ).toBe('candidate 4.17.0-ec.0')
  })

  it('shows the columns that users of Hive know', async () => {
    await apply('columns', deployment('seen', 'columns'))

    const [header] = (await flow.sh('kubectl get cd -A')).split('\n')
    expect(header?.trim().split(/ +/)).toEqual(
      'NAMESPACE NAME INFRAID PLATFORM REGION VERSION CLUSTERTYPE PROVISIONSTATUS POWERSTATE AGE'.split(' '),
    )
    expect(Number(await flow.sh('kubectl api-resources | grep -c hive.openshift.io'))).toBeGreaterThanOrEqual(17)
  })

  it('installs a cluster once its account is there', async () => {
    await apply(
      'uhc-dev-c1',
      accountClaim('demo', 'uhc-dev-c1', 'c1'),
      deployment('demo', 'uhc-dev-c1', { [ID]: 'c1' }),
    )
    await whenInstalled('demo', 'uhc-dev-c1')

    const { sh } = flow
    expect(await sh(`kubectl get accountclaim demo -n uhc-dev-c1 -o jsonpath='{.status.state}'`)).toBe('Ready')
    expect(await sh(`kubectl get secret aws -n uhc-dev-c1 -o jsonpath='{.data.aws_access_key_id}'`)).not.toBe('')
    expect(
      await sh(
        `kubectl get cd demo -n uhc-dev-c1 -o jsonpath='{.spec.clusterMetadata.infraID} {.status.provisionRef.name} {.status.apiURL}'`,
      ),
    ).toBe('demo-infra demo-provision https://api.demo.simulator.example.com:6443')
  })

  it('keeps objects that it does not simulate, and lets nobody look for who should act on them', async () => {
    const { sh } = flow
    await apply('kept', deployment('kept', 'kept'), {
      apiVersion: 'hive.openshift.io/v1',
      kind: 'MachinePool',
      metadata: { name: 'kept-worker', namespace: 'kept' },
      spec: { name: 'worker', clusterDeploymentRef: { name: 'kept' }, replicas: 2, platform: {} },
    })
    await whenInstalled('kept', 'kept')

    expect(await sh('skep explain machinepool kept-worker -n kept')).toContain('is fine (NotSimulated')
    expect(await sh('skep explain cd kept -n kept -o json | jq .ready')).toBe('true')
  })

  it('waits for an account that was not claimed, and goes on when it is', async () => {
    await apply('uhc-dev-c2', deployment('waits', 'uhc-dev-c2', { [ID]: 'c2' }))
    await flow.sh('skep sim clock --advance 15')
    const before = `kubectl get cd waits -n uhc-dev-c2 -o jsonpath='{.spec.installed}{.status.provisionRef}'`
    expect(await flow.sh(before)).toBe('')
    expect(await flow.sh('skep explain cd waits -n uhc-dev-c2')).toContain('AccountClaim with the label')

    await apply('uhc-dev-c2', accountClaim('waits', 'uhc-dev-c2', 'c2'))
    await whenInstalled('waits', 'uhc-dev-c2')
  })

  it('installs a cluster that says nothing of accounts without one', async () => {
    await apply('uhc-dev-c3', deployment('alone', 'uhc-dev-c3'))
    await whenInstalled('alone', 'uhc-dev-c3')
  })

  it('takes the time that it is told to take, and forgets nothing else', async () => {
    const { sh } = flow
    await sh('skep sim clock --speed paused')
    expect(await sh(`curl -sS -XPOST $SIM/api/v1/config/clusterdeployment -d '{"defaultDelaySeconds":20}'`)).toBe(
      '{"status":"updated"}',
    )
    await apply('uhc-dev-c4', deployment('timed', 'uhc-dev-c4'))
    // The simulator has seen it, and its time counts from here.
    await expect.poll(() => sh(`kubectl get cd timed -n uhc-dev-c4 -o jsonpath='{.status.conditions}'`)).not.toBe('')

    await sh('skep sim clock --advance 10')
    expect(await installed('timed', 'uhc-dev-c4')).toBe('')
    await sh('skep sim clock --advance 15')
    await whenInstalled('timed', 'uhc-dev-c4')
    expect(await sh('curl -sS $SIM/api/v1/config | jq ".clusterDeployment.states | length"')).toBe('4')

    await sh('skep sim reset && skep sim clock --speed 20x')
  })

  it('lets one cluster fail for good, and no other', async () => {
    const { sh } = flow
    await sh(
      `curl -sS -XPOST $SIM/api/v1/overrides/clusterdeployment/uhc-dev-c5/bad/failure -d '{"condition":"ProvisionFailed","reason":"AWSVPCLimitExceeded","message":"x"}'`,
    )
    await apply('uhc-dev-c5', deployment('bad', 'uhc-dev-c5'), deployment('good', 'uhc-dev-c5'))
    await whenInstalled('good', 'uhc-dev-c5')
    await sh('kubectl wait cd bad -n uhc-dev-c5 --for=condition=ProvisionFailed --timeout=10s')
    await sh('skep sim clock --advance 15')

    expect(await installed('bad', 'uhc-dev-c5')).toBe('')
    expect(
      await sh(
        `kubectl get cd bad -n uhc-dev-c5 -o json | jq -c '[.status.conditions[] | select(.type == "ProvisionFailed") | .status, .reason]'`,
      ),
    ).toBe('["True","AWSVPCLimitExceeded"]')
  })

  it('has a script that writes a shard, and says what is missing', async () => {
    const { sh } = flow
    const script = new URL('../scripts/generate-provision-shard-config.sh', import.meta.url).pathname
    const { code, stderr } = await sh.outcome(`${script} nowhere.yaml`)
    expect(code).toBe(1)
    expect(stderr).toContain('ERROR: Kubeconfig not found at nowhere.yaml')
    const wrong = await sh.outcome(`echo 'kind: List' > list.yaml && ${script} list.yaml wrong.yaml`)
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toMatch(/no shard can be made of list.yaml: hive_config .*kubeconfig/)

    expect(await sh(`${script} kubeconfig east.yaml east-shard`)).toContain(
      '✓ Provision shard configuration generated: east.yaml',
    )
    await sh(`python3 - <<'END'
import json
lines = open('east.yaml').read().split('  hive_config: |\\n')[1].split('  aws_account_operator_config')[0].split('\\n')
assert '\\n'.join(line[4:] for line in lines) == open('kubeconfig').read()
END`)
    expect(await sh('skep provision-shard check east.yaml')).toContain('1 shard ready to use')
  })
})

import { describe, expect, it } from 'vitest'
import { type AdmissionInput, admissionActivation, admissionVariables, composeVariables } from './admission.ts'
import { compileExpression, type Expression, type ExpressionOptions } from './expression.ts'
import type { AccessCheck } from './library/authorizer.ts'

const input: AdmissionInput = {
  object: { metadata: { name: 'a' }, data: { size: 'huge' } },
  oldObject: null,
  request: { operation: 'CREATE', name: 'a', userInfo: { username: 'tester', groups: ['admins'] } },
  namespaceObject: { metadata: { name: 'ns', labels: { tier: 'gold' } } },
}

function compile(source: string, options: Partial<ExpressionOptions> = {}): Expression {
  const expression = compileExpression(source, { variables: admissionVariables({}), ...options })
  if ('error' in expression) throw new Error(expression.error)
  return expression
}

const evaluate = (source: string) => compile(source).evaluate(admissionActivation(input))

describe('expressions of admission', () => {
  it.each([
    ['object.data.size == "huge"', true],
    ['oldObject == null', true],
    ['object.?data["size"].orValue("none")', 'huge'],
    ['"name " + object.metadata.name + " by " + request.userInfo.username', 'name a by tester'],
    ['"admins" in request.userInfo.groups', true],
    ['namespaceObject.metadata.labels["tier"]', 'gold'],
    ['request.operation in ["CREATE", "UPDATE"]', true],
    ['has(request.dryRun)', false],
  ])('%s is %j', (source, value) => {
    expect(evaluate(source)).toMatchObject({ value })
  })

  it('say why they could not be evaluated', () => {
    expect(evaluate('object.data.none == "x"')).toMatchObject({ error: 'no such key: none' })
  })

  it.each<[string, ExpressionOptions['result'], string]>([
    ['1', 'bool', 'must evaluate to bool but got int'],
    ['object.x', 'bool', 'must evaluate to bool but got dyn'],
    ['[1]', 'string', 'must evaluate to string but got list(int)'],
    ['1', 'string or null', 'must evaluate to one of [string null_type] but got int'],
    ['int("x") == 1', 'bool', "program instantiation failed: type conversion error from 'string' to 'int'"],
    [
      'request.nme == "a"',
      'bool',
      'compilation failed: ERROR: <input>:1:8: undefined field \'nme\'\n | request.nme == "a"\n | .......^',
    ],
    [
      'params.x',
      'any',
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x\n | ^",
    ],
  ])('are refused when they do not fit: %s', (source, result, error) => {
    expect(compileExpression(source, { variables: admissionVariables({}), result })).toEqual({ error })
  })

  it('may use parameters where there are some', () => {
    const expression = compile('int(object.metadata.name.size()) <= int(params.data.max)', {
      variables: admissionVariables({ params: true }),
    })

    expect(expression.evaluate(admissionActivation({ ...input, params: { data: { max: '3' } } }))).toMatchObject({
      value: true,
    })
  })
})

describe('the authorizer', () => {
  const asked: AccessCheck[] = []
  const authorize = (check: AccessCheck) => {
    asked.push(check)
    return { allowed: check.verb === 'get', reason: `${check.verb} it is` }
  }
  const requestResource = { group: '', resource: 'pods', subresource: '', namespace: 'ns', name: 'a' }
  const variables = admissionVariables({ authorizer: true })
  const ask = (source: string) => {
    asked.length = 0
    const activation = admissionActivation({ ...input, authorizer: { authorize, requestResource } })
    return compile(source, { variables }).evaluate(activation)
  }

  it('is asked about resources', () => {
    const source =
      'authorizer.group("apps").resource("deployments").subresource("scale").namespace("ns").name("x").check("get").allowed()'

    expect(ask(source)).toMatchObject({ value: true })
    expect(asked).toEqual([
      {
        verb: 'get',
        group: 'apps',
        resource: 'deployments',
        subresource: 'scale',
        namespace: 'ns',
        name: 'x',
        fieldSelector: '',
        labelSelector: '',
      },
    ])
  })

  it('is asked about paths, on behalf of service accounts, and about the resource of the request', () => {
    expect(ask('authorizer.path("/healthz").check("post").reason()')).toMatchObject({ value: 'post it is' })
    expect(asked[0]).toMatchObject({ path: '/healthz', verb: 'post' })

    expect(ask('authorizer.requestResource.check("delete").allowed()')).toMatchObject({ value: false })
    expect(asked[0]).toMatchObject({ resource: 'pods', name: 'a', verb: 'delete' })

    ask('authorizer.serviceAccount("ns", "sa").group("").resource("pods").check("get").allowed()')
    expect(asked[0]).toMatchObject({ serviceAccount: { namespace: 'ns', name: 'sa' } })
  })

  it('is too expensive to be asked more than twice', () => {
    const once = 'authorizer.path("/a").check("get").allowed()'

    expect(ask(`${once} && ${once}`)).toMatchObject({ value: true })
    expect(ask(`${once} && ${once} && ${once}`)).toMatchObject({
      error: 'operation cancelled: actual cost limit exceeded',
    })
  })

  it('refuses questions that make no sense', () => {
    expect(ask('authorizer.path(" ").check("get").allowed()')).toMatchObject({ error: 'path must not be empty' })
    expect(ask('authorizer.group("").resource("").check("get").allowed()')).toMatchObject({
      error: 'resource must not be empty',
    })
  })
})

describe('variables of a policy', () => {
  const declared = [
    { name: 'size', expression: "object.?data['size'].orValue('none')" },
    { name: 'length', expression: 'variables.size.size()' },
    { name: 'broken', expression: 'object.nothing' },
    { name: 'wrong', expression: 'nonsense' },
  ]
  const composition = composeVariables(declared, admissionVariables({}))
  const run = (source: string, costs: number[] = []) =>
    compile(source, { variables: composition.variables }).evaluate(
      composition.activate(admissionActivation(input), (cost) => costs.push(cost)),
    )

  it('can be used by expressions and by each other', () => {
    expect(run('variables.size + string(variables.length)')).toMatchObject({ value: 'huge4' })
    expect(run('variables.length == 4')).toMatchObject({ value: true })
  })

  it('are evaluated once, when they are first used, and their cost is told', () => {
    const costs: number[] = []

    run('true', costs)
    expect(costs).toEqual([])

    run('variables.size == "huge" && variables.size != ""', costs)
    expect(costs).toHaveLength(1)
  })

  it('fail those who use them', () => {
    expect(run('variables.broken == 1')).toMatchObject({
      error: 'composited variable "broken" fails to evaluate: no such key: nothing',
    })
    expect(run('variables.wrong == 1')).toMatchObject({
      error: expect.stringContaining(
        'composited variable "wrong" fails to compile: compilation failed: ERROR: <input>:1:1:',
      ),
    })
  })

  it('are only those that are declared', () => {
    expect(compileExpression('variables.none', { variables: composition.variables })).toMatchObject({
      error: expect.stringContaining("undefined field 'none'"),
    })
  })
})

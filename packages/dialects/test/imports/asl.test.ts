// Goal: state machines keep their control flow and their data flow.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { pathExpression, valueExpression } from '../../src/imports/asl/json-path.ts';
import { imported } from './dify-app.ts';

const machine = (States: JsonObject, StartAt = 'A'): JsonObject => ({ StartAt, States });
const roots = {
  input: 'in',
  isInMap: true,
  uuid: () => 'uuid',
  execution: () => 'run.output',
  stateName: 'S',
  token: null,
};

describe('state machines', () => {
  it.each([
    ['$', 'in'],
    ['$.a.b[0]', 'in.a.b[0]'],
    ["$['a b'].c", 'in["a b"].c'],
    ['$.a[*].b', 'list(in.a).map(item => item.b)'],
    ['$.rows[1:]', 'in.rows.slice(1)'],
    [
      "$[?(@.Name == 'Cat')].Confidence",
      'list(in).filter(item => item.Name == "Cat").map(item => item.Confidence)',
    ],
    ['$$.Execution.Input.x', 'trigger.x'],
    ['$$.Map.Item.Value.y', 'trigger.item.y'],
    ['$$.State.Name', '"S"'],
  ])('[N1360] the path %s', (path, expected) => {
    expect(pathExpression(path, roots)).toBe(expected);
  });

  it.each([
    ["States.Format('Hi {}', $.name)", '["Hi ", text(in.name), ""].join("")'],
    ['States.MathAdd($.n, 1)', '(in.n + 1)'],
    ["States.ArrayGetItem(States.StringSplit($.s, '/'), 0)", 'in.s.split("/").compact()[0]'],
    ['States.JsonMerge($.a, $.b, false)', 'merge(in.a, in.b)'],
    ['States.UUID()', 'uuid.output'],
  ])('[N1360] the function %s', (text, expected) => {
    expect(valueExpression(text, roots)).toBe(expected);
  });

  it('[N1360] a task is a tool to bind, with its retries, its catchers and its place in the data', () => {
    const made = imported(
      machine({
        A: {
          Type: 'Task',
          Resource: 'arn:aws:states:::lambda:invoke',
          Parameters: {
            FunctionName: 'arn:aws:lambda:eu:1:function:Charge',
            'Payload.$': '$.order',
          },
          Retry: [
            { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, MaxAttempts: 3, BackoffRate: 1.5 },
          ],
          Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'B' }],
          ResultPath: '$.charge',
          TimeoutSeconds: 5,
          Next: 'B',
        },
        B: { Type: 'Succeed' },
      }),
    );
    expect(made.node('a')).toMatchObject({
      type: 'tool',
      name: 'A',
      config: { tool: 'lambda-Charge', args: '${= a_in.output.order }' },
      retry: { attempts: 4, backoffMs: 2000, factor: 1.5 },
      timeoutMs: 5000,
    });
    expect(JSON.stringify(made.node('a_out'))).toContain('Payload: a.output.results[0].result');
    expect(made.definition['edges']).toContainEqual({ from: 'a', out: 'error', to: 'a_error' });
    expect([made.kinds, made.bindings]).toMatchObject([
      ['binding'],
      [{ tool: 'lambda-Charge', nodes: ['A'] }],
    ]);
  });

  it('[N1360] what has no counterpart is named with the state', () => {
    const { losses } = imported(
      machine({ A: { Type: 'Pass', Parameters: { 'x.$': '$..deep' }, End: true } }),
    );
    expect(losses).toMatchObject([
      {
        kind: 'path',
        node: 'A',
        pointer: '/States/A',
        message: expect.stringContaining('"$..deep"'),
      },
    ]);
  });

  it('[N2650] retriers become rules of the node, by the names of errors, with their own times', () => {
    const made = imported(
      machine({
        A: {
          Type: 'Task',
          Resource: 'arn:aws:lambda:eu:1:function:Charge',
          Retry: [
            { ErrorEquals: ['Busy', 'States.Timeout'], MaxAttempts: 5, JitterStrategy: 'FULL' },
            { ErrorEquals: ['Broken'], MaxAttempts: 0 },
            { ErrorEquals: ['States.TaskFailed'], IntervalSeconds: 3, MaxDelaySeconds: 9 },
          ],
          End: true,
        },
      }),
    );
    const slow = { backoffMs: 1000, factor: 2, maxMs: 86_400_000, jitter: 'none' };
    expect(made.node('a')['retry']).toEqual({
      attempts: 1,
      rules: [
        { on: ['Busy', 'States.Timeout', 'TIMEOUT'], ...slow, attempts: 6, jitter: 'full' },
        { on: ['Broken'], ...slow, attempts: 1 },
        {
          on: ['*'],
          except: ['States.Timeout', 'TIMEOUT'],
          ...slow,
          attempts: 4,
          backoffMs: 3000,
          maxMs: 9000,
        },
      ],
    });
    expect(made.kinds).toEqual(['binding']);
  });

  it('[N2651] a catcher fits by the name of the error; what none names fails with that name', () => {
    const { node } = imported(
      machine({
        A: {
          Type: 'Task',
          Resource: 'arn:aws:lambda:eu:1:function:Charge',
          Catch: [
            { ErrorEquals: ['Busy'], Next: 'B' },
            { ErrorEquals: ['States.TaskFailed'], Next: 'B' },
          ],
          End: true,
        },
        B: { Type: 'Fail', Error: 'Lost', Cause: 'Nobody is there.' },
      }),
    );
    expect(JSON.stringify(node('a_catch'))).toContain('a_error.output.Error == \\"Busy\\"');
    expect(node('a_uncaught')).toMatchObject({
      type: 'fail',
      config: { code: '${a_error.output.Error}' },
    });
    expect(node('b')).toMatchObject({
      type: 'fail',
      config: { code: 'Lost', message: 'Nobody is there.' },
    });
  });

  it('[N2652] a parallel is one node: its retries begin all branches again', () => {
    const branch = { StartAt: 'P', States: { P: { Type: 'Pass', End: true } } };
    const made = imported(
      machine({
        A: {
          Type: 'Parallel',
          Branches: [branch, branch],
          Retry: [{ ErrorEquals: ['States.ALL'] }],
          Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }],
          End: true,
        },
        B: { Type: 'Succeed' },
      }),
    );
    expect(made.node('a')).toMatchObject({ type: 'subworkflow', retry: { attempts: 4 } });
    expect(made.kinds).toEqual([]);
  });
});

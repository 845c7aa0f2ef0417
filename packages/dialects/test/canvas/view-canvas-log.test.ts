// Goal: every row of the log of a canvas. Method: as in view-canvas.test.ts.
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { drawCanvas } from './draw-canvas.ts';
import { playCanvas, type CanvasPlayer } from './play-canvas.ts';

const failure = (code: string, message: string, retry: 'never' | 'later' = 'never') => ({
  code,
  message,
  retry,
});

describe('the log', () => {
  it('[CV16] step_start, start_prompt, llm_response, logic_check, wait_input, input_received', () => {
    const data = {
      start: { initialInput: 'Yes!' },
      agent: { agentName: 'Writer', userPrompt: 'On {{PREVIOUS_OUTPUT}}' },
      if: {
        conditions: [
          { operator: 'equal', value: ' No "way" ' },
          { operator: 'contains', value: 'YES' },
          { operator: 'contains', value: 'never tried' },
        ],
      },
    };
    const run = playCanvas(
      drawCanvas('start > agent, agent > if, if:condition-1 > approval', data),
    );
    run.complete('agent', 'yes, well').answer('approval', 'approve', 'go ahead');
    expect(run.logs()).toEqual([
      'start step_start: start node',
      'agent step_start: Writer agent node',
      'agent start_prompt: On Yes!',
      'agent llm_response: yes, well',
      'if step_start: condition node',
      'if logic_check: Condition 1 (equal " No "way" ") evaluated as false',
      'if logic_check: Condition 2 (contains "YES") evaluated as true',
      'approval step_start: approval node',
      'approval wait_input: Waiting for user approval',
      'approval input_received: User approved this step. Feedback: go ahead',
    ]);
    expect(run.view().logs.map(({ timestamp }) => timestamp.slice(17, 19))).toEqual([
      '01',
      '01',
      '01',
      '02',
      '02',
      '02',
      '02',
      '02',
      '02',
      '03',
    ]);
  });

  it('[CV16] a rejection without a note', () => {
    const run = playCanvas(drawCanvas('start > approval')).answer('approval', 'reject');
    expect(run.logs().at(-1)).toBe('approval input_received: User rejected this step.');
  });

  it('[CV16] an if without conditions checks nothing', () => {
    const run = playCanvas(drawCanvas('start > if, if:false > agent'));
    expect(run.logs().filter((line) => line.startsWith('if '))).toEqual([
      'if step_start: condition node',
    ]);
  });

  it('[CV16] the condition of a connection that never fires is not a check of its node', () => {
    const data = { if: { conditions: [{ operator: 'contains', value: 'q' }] } };
    const { nodes } = drawCanvas('start > if, if > agent', data);
    const connections = [
      { source: 'start', target: 'if' },
      { id: 'condition-0', source: 'if', sourceHandle: 'default', target: 'agent' },
    ];
    const checks = playCanvas({ nodes, connections }, 'x')
      .logs()
      .filter((line) => line.includes('logic_check'));
    expect(checks).toEqual(['if logic_check: Condition 1 (contains "q") evaluated as false']);
  });

  it('[CV16] llm_error: the error of each call; then no error beside it', () => {
    const run = playCanvas(drawCanvas('start > agent'));
    const failed = { type: 'attempt.failed', node: 'agent', activation: 1 } as const;
    run.send({ ...failed, attempt: 1, failure: failure('MODEL_CALL_FAILED', 'busy', 'later') });
    const [timer] = run.state.timers.keys();
    run.send({ type: 'timer.fired', timer: timer ?? '' });
    run.send({ ...failed, attempt: 2, failure: failure('MODEL_CALL_FAILED', 'no such model') });
    expect(run.logs().slice(2)).toEqual([
      'agent start_prompt: ',
      'agent llm_error: busy',
      'agent llm_error: no such model',
    ]);
    expect(run.view().status).toBe('failed');
  });

  it('[CV16] error: a failure that is none of a call, and the limit of the run', () => {
    const run = playCanvas(drawCanvas('start > agent'));
    run.send({
      type: 'node.failed',
      node: 'agent',
      activation: 1,
      failure: failure('AGENT_TURNS_EXCEEDED', 'The limit maxTurns (20) is reached.'),
    });
    expect(run.logs().slice(3)).toEqual(['agent error: The limit maxTurns (20) is reached.']);
    const short = playCanvas({ ...drawCanvas('start > agent'), policy: { maxSteps: 1 } });
    expect(short.view()).toMatchObject({
      status: 'failed',
      logs: [{}, { nodeId: 'agent', type: 'error' }],
    });
  });

  it('[CV16] warn: a tool that failed, a limit that pauses, nobody who answered', () => {
    const run = playCanvas({
      ...drawCanvas('start > agent, agent > agent2'),
      policy: { maxSteps: 2, onLimit: 'pause' },
    });
    const tool = {
      type: 'tool',
      callId: 'c',
      name: 'web_search',
      arguments: {},
      error: 'offline',
      reason: 'failed',
    };
    run.send({ type: 'step.recorded', node: 'agent', activation: 1, key: 'tool:c', value: tool });
    run.send({
      type: 'step.recorded',
      node: 'agent',
      activation: 1,
      key: 'x',
      value: { ...tool, inside: { node: 'h' } },
    });
    run.complete('agent');
    expect(run.logs().slice(3)).toEqual([
      'agent warn: Tool web_search failed: offline',
      'agent llm_response: agent said',
      'agent2 warn: The limit maxSteps is reached.',
    ]);
  });
});

describe('subagents in the log', () => {
  const call = {
    callId: 'c1',
    name: 'subagent_helper_h',
    node: 'agent2',
    nodeName: 'Helper',
    parent: 'agent',
    depth: 1,
  };
  const inner = {
    ...call,
    callId: 'c2',
    node: 'agent3',
    nodeName: 'Deep',
    parent: 'agent2',
    parentCallId: 'c1',
    depth: 2,
  };
  const on = { tools: { subagents: true } };
  const record = (run: CanvasPlayer, key: string, value: Json) =>
    run.send({ type: 'step.recorded', node: 'agent', activation: 1, key, value });

  it('[CV16] subagent_call_start, _end and _error stand at the agent that called, as JSON', () => {
    const run = playCanvas(
      drawCanvas('start > agent, agent:subagent > agent2, agent2:subagent > agent3', {
        agent: on,
        agent2: on,
      }),
    );
    record(run, '1', { type: 'subagent.start', ...call, input: 'Do it', config: {} });
    record(run, '2', { type: 'subagent.start', ...inner, input: 'You do it', config: {} });
    record(run, '3', { type: 'subagent.end', ...inner, error: 'No.' });
    record(run, '4', { type: 'subagent.end', ...call, result: { a: 1 } });
    run.complete('agent', 'done');
    const calls = run.view().logs.filter(({ type }) => type.startsWith('subagent'));
    const about = {
      parentNodeId: 'agent',
      subagentNodeId: 'agent2',
      subagentName: 'Helper',
      callId: 'c1',
      depth: 1,
    };
    const below = {
      parentNodeId: 'agent2',
      subagentNodeId: 'agent3',
      subagentName: 'Deep',
      callId: 'c2',
      parentCallId: 'c1',
      depth: 2,
    };
    expect(
      calls.map(({ nodeId, type, content }) => ({
        nodeId,
        type,
        content: JSON.parse(content) as Json,
      })),
    ).toEqual([
      {
        nodeId: 'agent',
        type: 'subagent_call_start',
        content: { type: 'subagent_call_start', ...about, message: 'Do it' },
      },
      {
        nodeId: 'agent2',
        type: 'subagent_call_start',
        content: { type: 'subagent_call_start', ...below, message: 'You do it' },
      },
      {
        nodeId: 'agent2',
        type: 'subagent_call_error',
        content: { type: 'subagent_call_error', ...below, message: 'No.' },
      },
      {
        nodeId: 'agent',
        type: 'subagent_call_end',
        content: { type: 'subagent_call_end', ...about, message: '{"a":1}' },
      },
    ]);
    expect(run.view().state).toEqual({ start: '', agent: 'done', previous_output: 'done' });
  });

  it('[CV16] a failed attempt inside a subagent is a warning of the agent that called', () => {
    const run = playCanvas(drawCanvas('start > agent, agent:subagent > agent2', { agent: on }));
    record(run, '1', { type: 'subagent.start', ...call, input: 'Do it', config: {} });
    run.send({
      type: 'attempt.failed',
      node: 'agent',
      activation: 1,
      attempt: 1,
      failure: failure('MODEL_CALL_FAILED', 'busy', 'later'),
    });
    expect(run.logs().at(-1)).toBe('agent warn: busy');
  });
});

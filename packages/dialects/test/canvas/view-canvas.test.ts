// Goal: a run in the shape of a canvas, every field and every row of its log. Method: play the rows of the journal that an
// engine would write. packages/skein shows the same through the real engine and the command line.
import * as kernel from '@skein/kernel';
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { canvas, compileDefinition } from '../../src/index.ts';
import { drawCanvas } from './draw-canvas.ts';
import { playCanvas, type CanvasPlayer } from './play-canvas.ts';

const failure = (code: string, message: string, retry: 'never' | 'later' = 'never') => ({
  code,
  message,
  retry,
});

describe('the view', () => {
  it('[CV14] has exactly these fields', () => {
    const run = playCanvas(drawCanvas('start > agent', { start: { initialInput: 'hi' } }));
    expect(run.view()).toEqual({
      runId: 'run-1',
      status: 'running',
      logs: [
        {
          timestamp: '2026-01-01T00:00:01.000Z',
          nodeId: 'start',
          type: 'step_start',
          content: 'start node',
        },
        {
          timestamp: '2026-01-01T00:00:01.000Z',
          nodeId: 'agent',
          type: 'step_start',
          content: 'Agent agent node',
        },
        {
          timestamp: '2026-01-01T00:00:01.000Z',
          nodeId: 'agent',
          type: 'start_prompt',
          content: 'hi',
        },
      ],
      state: { start: 'hi', previous_output: 'hi' },
      waitingForInput: false,
      currentNodeId: null,
    });
  });

  it('[CV14] is pending before the run has begun', () => {
    const { graph } = canvas.compile(drawCanvas('start'));
    if (graph === null) throw new Error('no graph');
    expect(
      canvas.view({ graph, state: kernel.createRun(), dialect: 'canvas', journal: [] }),
    ).toMatchObject({
      status: 'pending',
      logs: [],
      state: {},
    });
  });

  it('[CV14] is paused from the moment an approval opens until none holds the run', () => {
    const run = playCanvas(
      drawCanvas('start > approval, start > agent, start > approval2, approval:approve > agent2'),
    );
    const shown = () => {
      const { status, waitingForInput, currentNodeId } = run.view();
      return [status, waitingForInput, currentNodeId];
    };
    expect(shown()).toEqual(['paused', true, 'approval']);
    run.complete('agent');
    expect(shown()).toEqual(['paused', true, 'approval']);
    run.answer('approval');
    // The other approval is open, but what was answered goes on.
    expect(shown()).toEqual(['running', false, 'approval2']);
    run.complete('agent2');
    expect(shown()).toEqual(['paused', true, 'approval2']);
    run.answer('approval2');
    expect(shown()).toEqual(['completed', false, null]);
  });

  it('[CV14] shows cancelled and stalled as failed, with an error', () => {
    const run = playCanvas(drawCanvas('start > approval'));
    run.send({ type: 'run.cancelled', reason: 'Not today.' });
    expect(run.view()).toMatchObject({
      status: 'failed',
      waitingForInput: false,
      currentNodeId: null,
    });
    expect(run.logs().at(-1)).toBe('system error: Not today.');
    const { graph } = compileDefinition({
      skein: 1,
      policy: { onUnresolved: 'pend' },
      nodes: [
        { id: 's', type: 'start' },
        { id: 'a', type: 'llm', config: { prompt: '${s.output.x}' } },
      ],
      edges: [{ from: 's', to: 'a' }],
    });
    const started = {
      type: 'run.started',
      run: 'r',
      workflow: { id: 'w', version: 'v' },
      rules: 1,
      seq: 1,
      at: 0,
      id: '00000000-0000-7000-8000-000000000000',
    } as const;
    if (graph === null) throw new Error('no graph');
    const view = canvas.view({
      graph,
      state: kernel.replay(graph, [started]),
      dialect: 'native',
      journal: [started],
    });
    expect(view).toMatchObject({ status: 'failed' });
    expect((view['logs'] as readonly Json[]).at(-1)).toMatchObject({ nodeId: 'a', type: 'error' });
  });
});

describe('the state', () => {
  it('[CV15] has the newest output of start and agents with its type, decisions, and the newest of the outputs', () => {
    const data = {
      start: { initialInput: { n: 1 } },
      if: { conditions: [{ operator: 'contains', value: 'zz' }] },
    };
    const run = playCanvas(
      drawCanvas(
        'start > agent, start > agent2, agent > approval, agent2 > if, if:false > agent3',
        data,
      ),
    );
    run.complete('agent2', 'two').complete('agent', 'one').answer('approval', 'reject', 'later');
    expect(run.view().state).toEqual({
      start: { n: 1 },
      agent2: 'two',
      agent: 'one',
      approval_approval: { decision: 'reject', note: 'later' },
      previous_output: 'one',
    });
  });

  it('[CV15] a node that is called like another key hides it', () => {
    const definition = {
      nodes: [
        { id: 'previous_output', type: 'start', data: { initialInput: 'a' } },
        { id: 'p', type: 'approval' },
        { id: 'p_approval', type: 'agent' },
      ],
      connections: [
        { source: 'previous_output', target: 'p' },
        { source: 'p', sourceHandle: 'approve', target: 'p_approval' },
      ],
    };
    const run = playCanvas(definition).answer('p').complete('p_approval', 'b');
    expect(run.view().state).toEqual({ previous_output: 'a', p_approval: 'b' });
  });
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

  it('[CV16] the condition of a connection that never fires is no check of its node', () => {
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

describe('a workflow of another dialect', () => {
  it('[CV14] is shown as far as a canvas can', () => {
    const { graph } = compileDefinition({
      skein: 1,
      nodes: [
        { id: 'in', type: 'start' },
        { id: 't', type: 'transform', config: { value: 1 } },
      ],
      edges: [{ from: 'in', to: 't' }],
    });
    if (graph === null) throw new Error('no graph');
    const started = {
      type: 'run.started',
      run: 'r',
      workflow: { id: 'w', version: 'v' },
      rules: 1,
      seq: 1,
      at: 0,
      id: '00000000-0000-7000-8000-000000000000',
      input: 'x',
    } as const;
    const view = canvas.view({
      graph,
      state: kernel.replay(graph, [started]),
      dialect: 'native',
      journal: [started],
    });
    expect(view).toMatchObject({
      status: 'completed',
      state: { in: 'x', previous_output: 'x' },
      logs: [{ content: 'start node' }, { content: 'transform node' }],
    });
  });
});

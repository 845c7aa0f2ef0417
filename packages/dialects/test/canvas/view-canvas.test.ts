// Goal: a run in the shape of a canvas, every field and every row of its log. Method: play the rows of the journal that an
// engine would write. packages/skein shows the same through the real engine and the command line.
import * as kernel from '@skein/kernel';
import { runId, versionId, workflowId, type Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { canvas, compileDefinition } from '../../src/index.ts';
import { drawCanvas } from './draw-canvas.ts';
import { playCanvas } from './play-canvas.ts';

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

  it('[CV14] is pending before the run has started', () => {
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
      run: runId('r'),
      workflow: { id: workflowId('w'), version: versionId('v') },
      rules: 1,
      seq: 1,
      at: 0,
      id: '00000000-0000-7000-8000-000000000000',
    } as const;
    if (graph === null) throw new Error('no graph');
    const view = canvas.view({
      graph,
      state: kernel.rebuildState(graph, [started]),
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
      run: runId('r'),
      workflow: { id: workflowId('w'), version: versionId('v') },
      rules: 1,
      seq: 1,
      at: 0,
      id: '00000000-0000-7000-8000-000000000000',
      input: 'x',
    } as const;
    const view = canvas.view({
      graph,
      state: kernel.rebuildState(graph, [started]),
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

// Goal: a canvas waits for people as it is meant to, holds what follows, and ends, on the real engine.
import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { start, node, from, review } from './start-canvas.ts';

describe('approvals', () => {
  it('[CV41] are explained by the handles of the canvas', async () => {
    const run = await start(review);
    await run.answer('check', 'reject');
    const asked = await run.engine.runs.explain(run.id, 'check');
    expect(asked.activations[0]?.outcome).toBe('completed on port reject');
    const { notRun } = await run.engine.runs.explain(run.id, 'yes');
    expect(notRun?.edges[0]).toMatchObject({
      port: 'approve',
      why: '"check" fired reject, not approve',
    });
  });

  it.each<[Json, string, JsonObject, string]>([
    [true, 'yes', { decision: 'approve', note: '' }, 'User approved this step.'],
    [false, 'no', { decision: 'reject', note: '' }, 'User rejected this step.'],
    ['OK', 'yes', { decision: 'approve', note: '' }, 'User approved this step.'],
    [
      { decision: 'okay', note: 'but soon' },
      'yes',
      { decision: 'approve', note: 'but soon' },
      'User approved this step. Feedback: but soon',
    ],
    ['approved', 'yes', { decision: 'approve', note: '' }, 'User approved this step.'],
    [
      { decision: 'rejected', note: 'sorry' },
      'no',
      { decision: 'reject', note: 'sorry' },
      'User rejected this step. Feedback: sorry',
    ],
    [{ decision: 'Approve' }, 'yes', { decision: 'approve', note: '' }, 'User approved this step.'],
    [
      { decision: 'REJECT', note: '$& {{PREVIOUS_OUTPUT}}' },
      'no',
      { decision: 'reject', note: '$& {{PREVIOUS_OUTPUT}}' },
      'User rejected this step. Feedback: $& {{PREVIOUS_OUTPUT}}',
    ],
  ])('[CV19] %j goes to %s', async (answer, way, kept, said) => {
    const run = await start(review);
    expect(await run.view()).toMatchObject({
      status: 'paused',
      waitingForInput: true,
      currentNodeId: 'check',
    });
    const view = await run.answer('check', answer);
    expect(view).toMatchObject({ status: 'completed', currentNodeId: null });
    expect(view.state).toEqual({
      start: { draft: 1 },
      check_approval: kept,
      [way]: `${way} {"draft":1}`,
      previous_output: `${way} {"draft":1}`,
    });
    expect(await run.logs('input_received')).toEqual([`check input_received: ${said}`]);
  });

  it.each<[Json]>([
    ['maybe'],
    ["Don't approve"],
    ['I cannot approve this'],
    ['Who should approve this?'],
    ['ok, but reject it'],
    ['I must reject it'],
    [''],
    [null],
    [7],
    [{ decision: 'later' }],
    [{ decision: 'approve', note: 5 }],
    [{ decision: 'approve', until: 'May' }],
  ])('[CV19] %j is refused, naming approve and reject, and the wait stays open', async (answer) => {
    const run = await start(review);
    await expect(run.answer('check', answer)).rejects.toMatchObject({
      code: 'ANSWER_REFUSED',
      message: expect.stringMatching(/approve.*reject/) as string,
    });
    expect(await run.view()).toMatchObject({ status: 'paused', currentNodeId: 'check' });
    expect((await run.answer('check', 'yes')).status).toBe('completed');
  });

  it('[A230] an approval may take other words as the note of a rejection', async () => {
    const nodes = review.nodes.map((each) =>
      each.id === 'check' ? { ...each, data: { otherText: 'reject' } } : each,
    );
    const run = await start({ ...review, nodes });
    const view = await run.answer('check', "Don't approve: too long");
    expect(view.state['check_approval']).toEqual({
      decision: 'reject',
      note: "Don't approve: too long",
    });
    expect(view.state['no']).toBe('no {"draft":1}');
  });

  it.each<[string, string, string]>([
    ['', 'draft', 'draft\n\nNote: shorter'],
    ['{{PREVIOUS_OUTPUT}}', 'draft', 'draft\n\nNote: shorter'],
    [
      '{{APPROVAL_NOTE}}! {{PREVIOUS_OUTPUT}} ({{APPROVAL_NOTE}})',
      '! draft ()',
      'shorter! draft (shorter)',
    ],
    ['Write.', 'Write.', 'Write.'],
  ])(
    '[CV21] what a reviewer notes reaches the next agent: %j',
    async (userPrompt, first, second) => {
      const run = await start({
        nodes: [
          node('start', 'start', { initialInput: 'draft' }),
          node('check', 'approval'),
          node('short', 'if', { conditions: [{ operator: 'contains', value: 'draft' }] }),
          node('next', 'agent', { userPrompt }),
        ],
        connections: [
          from('start', 'check'),
          from('check', 'short', 'approve'),
          from('check', 'short', 'reject'),
          from('short', 'next', 'condition-0'),
        ],
      });
      await run.answer('check', { decision: 'reject', note: 'shorter' });
      expect(await run.logs('start_prompt')).toEqual([`next start_prompt: ${second}`]);
      const silent = await start({
        nodes: [
          node('start', 'start', { initialInput: 'draft' }),
          node('check', 'approval'),
          node('next', 'agent', { userPrompt }),
        ],
        connections: [from('start', 'check'), from('check', 'next', 'approve')],
      });
      await silent.answer('check', 'yes');
      expect(await silent.logs('start_prompt')).toEqual([`next start_prompt: ${first}`]);
    },
  );

  it('[CV19] several from one fan-out are open at once; without a node the oldest is answered', async () => {
    const run = await start({
      nodes: [
        node('start', 'start'),
        node('a', 'approval'),
        node('b', 'approval'),
        node('c', 'approval'),
      ],
      connections: [from('start', 'b'), from('start', 'a'), from('start', 'c')],
    });
    expect((await run.view()).currentNodeId).toBe('b');
    expect(await run.answer('a', 'no')).toMatchObject({ status: 'paused', currentNodeId: 'b' });
    expect(await run.answer(undefined, 'yes')).toMatchObject({
      currentNodeId: 'c',
      state: { b_approval: { decision: 'approve' } },
    });
    expect(await run.answer(undefined, 'yes')).toMatchObject({
      status: 'completed',
      currentNodeId: null,
    });
  });
});

describe('the gate', () => {
  const deferred = {
    nodes: [
      node('start', 'start', { initialInput: 'go' }),
      node('ask', 'approval'),
      node('side', 'agent'),
      node('more', 'agent'),
      node('ask2', 'approval'),
      node('last', 'agent'),
      node('next', 'agent'),
    ],
    connections: [
      from('start', 'ask'),
      from('start', 'side'),
      from('side', 'more'),
      from('side', 'ask2'),
      from('side', 'last'),
      from('ask', 'next', 'approve'),
    ],
  };

  it('[CV19] what runs finishes, what follows is queued; the answered branch goes first, then the queue', async () => {
    const run = await start(deferred);
    expect(await run.view()).toMatchObject({
      status: 'paused',
      currentNodeId: 'ask',
      state: { side: 'go' },
    });
    expect(await run.answer('ask', 'approve')).toMatchObject({
      status: 'paused',
      currentNodeId: 'ask2',
    });
    const begun = async () => (await run.logs('step_start')).map((line) => line.split(' ')[0]);
    expect(await begun()).toEqual(['start', 'ask', 'side', 'next', 'more', 'ask2']);
    expect((await run.answer('ask2', 'reject')).status).toBe('completed');
    expect((await begun()).slice(6)).toEqual(['last']);
  });

  it('[CV19] branches run at the same time', async () => {
    const both = {
      nodes: [
        node('start', 'start'),
        node('a', 'agent'),
        node('b', 'agent'),
        node('join', 'agent'),
      ],
      connections: [from('start', 'a'), from('start', 'b'), from('a', 'join'), from('b', 'join')],
    };
    const script = {
      replies: ['a', 'b'].map((id) => ({ when: { node: id }, text: id, delayMs: 50 })),
    };
    const run = await start(both, script);
    const order = (await run.view()).logs.map(({ nodeId, type }) => `${nodeId} ${type}`);
    expect(order.indexOf('b step_start')).toBeLessThan(order.indexOf('a llm_response'));
    expect(order.filter((line) => line === 'join step_start')).toHaveLength(2);
  });
});

describe('the end', () => {
  it('[CV19] a cancelled run is failed, with an error', async () => {
    const run = await start(review);
    await run.engine.runs.cancel(run.id, { reason: 'Enough.' });
    await run.engine.runs.finished(run.id);
    expect(await run.view()).toMatchObject({
      status: 'failed',
      waitingForInput: false,
      currentNodeId: null,
    });
    expect(await run.logs('error')).toEqual(['system error: Enough.']);
  });
});

// Goal: a graph of agents that goes on for too long, or in circles, ends with the name of the limit or leads to a person. Method: whole
// runs on a real engine with the offline model and a clock that is told what time it is.
import { describe, expect, it } from 'vitest';
import {
  agent,
  calls,
  executor,
  graph,
  handOff,
  linesOf,
  next,
  play,
  says,
  when,
} from './agent-graph-flow.ts';

const tools = { search: { result: { hits: 3 } }, store: { error: 'no such table' } };

describe('guardrails', () => {
  const pingPong = (more: object = {}, nodes: readonly object[] = []) =>
    graph([agent('a'), agent('b'), ...nodes], [when('a', 'B', 'b'), when('b', 'A', 'a')], more);
  const numbered = Array.from({ length: 40 }, (_, i) => [
    says('a', `{"next":"B","n":${i}}`),
    says('b', `{"next":"A","n":${i}}`),
  ]).flat();

  it('[AG8] step 16 is refused, and the run fails with the name of the limit', async () => {
    const { run, view } = await play(pingPong(), { replies: numbered });
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'LIMIT_REACHED', details: { limit: 'maxSteps' } },
    });
    expect(view).toMatchObject({ steps: 15, status: 'failed', currentNode: null });
  });

  it('[AG8] after 90 seconds of work the run fails with the name of the limit', async () => {
    const slow = { replies: [says('a', 'Late.', { delayMs: 100_000 })] };
    const early = await play(pingPong(), slow, { passMs: 89_999 });
    expect(early.run.status).toBe('running');
    const late = await play(pingPong(), slow, { passMs: 90_000 });
    expect(late.run).toMatchObject({
      status: 'failed',
      error: { details: { limit: 'timeoutMs' } },
    });
  });

  it('[AG8] the third equal reply with nothing new since the second is a cycle', async () => {
    const same = {
      replies: [says('a', next('B'), { repeat: true }), says('b', next('A'), { repeat: true })],
    };
    const { run, view } = await play(pingPong(), same);
    expect(run).toMatchObject({
      status: 'failed',
      error: { node: 'a', details: { limit: 'maxRepeats' } },
    });
    expect(view.steps).toBe(5);
  });

  it('[AG8] ids of calls do not make a reply new; what they are about does', async () => {
    const asking = graph([agent('a'), executor], [when('a', 'tools', 't')]);
    const again = { ...calls('a', 'search', { id: 1 }), repeat: true };
    const stuck = await play(asking, { replies: [again], tools });
    expect(stuck.run).toMatchObject({
      status: 'failed',
      error: { details: { limit: 'maxRepeats' } },
    });
    const busy = [1, 2, 3, 4].map((id) => calls('a', 'search', { id }));
    const done = await play(asking, { replies: [...busy, says('a', 'Done.')], tools });
    expect(done.run).toMatchObject({ status: 'completed', output: 'Done.' });
  });

  describe('lead to a person', () => {
    const guarded = pingPong({ policy: { maxSteps: 2 } }, [handOff]);
    const limited = {
      replies: [...numbered.slice(0, 2), says('a', 'Thanks.'), says('b', 'Routed.')],
    };

    it('[GA12] who sees the reason and the conversation', async () => {
      const { run, view } = await play(guarded, limited);
      expect(view).toMatchObject({ status: 'waiting', currentNode: 'human', steps: 2 });
      expect(run.waits).toMatchObject([
        {
          node: 'h',
          kind: 'handoff',
          data: { reason: 'limit', limit: 'maxSteps', node: 'A', messages: [{}, {}, {}] },
        },
      ]);
    });

    it('[GA12] answers: the interrupted agent continues, with new limits', async () => {
      const { run, view } = await play(guarded, limited, { answers: [['h', 'Stop that.']] });
      expect(run).toMatchObject({ status: 'completed', output: 'Thanks.' });
      expect(linesOf(view).slice(3)).toEqual(['user: Stop that.', 'A: Thanks.']);
    });

    it('[GA12] routes', async () => {
      const answer = { action: 'route', next: 'b', message: 'You do it.' };
      const { run, view } = await play(guarded, limited, { answers: [['h', answer]] });
      expect(run.output).toBe('Routed.');
      expect(linesOf(view).slice(3)).toEqual(['user: You do it.', 'B: Routed.']);
    });

    it('[GA12] ends', async () => {
      const { run, view } = await play(guarded, limited, { answers: [['h', { action: 'end' }]] });
      expect([run.status, view.next, run.output]).toEqual([
        'completed',
        'END',
        '{"next":"A","n":0}',
      ]);
    });

    it('[GA12] is refused what makes no sense, and asked again', async () => {
      await expect(
        play(guarded, limited, { answers: [['h', { action: 'route', next: 'nobody' }]] }),
      ).rejects.toMatchObject({ code: 'ANSWER_REFUSED' });
    });

    it('[GA12] again at the next limit', async () => {
      const { run } = await play(guarded, { replies: numbered }, { answers: [['h', 'Go on.']] });
      expect(run.waits).toMatchObject([{ node: 'h' }]);
    });

    it('[GA13] calls that were not run are answered', async () => {
      const asking = graph([agent('a'), executor, handOff], [when('a', 'tools', 't')], {
        policy: { maxSteps: 1 },
      });
      const { view } = await play(
        asking,
        { replies: [calls('a', 'search'), says('a', 'Sorry.')], tools },
        { answers: [['h', 'Never mind.']] },
      );
      expect(linesOf(view).slice(1)).toEqual([
        'A: ',
        'tool: not run: limit',
        'user: Never mind.',
        'A: Sorry.',
      ]);
    });

    it('[GA12] at a timeout too, with the first message kept', async () => {
      const slow = { replies: [says('a', 'Late.', { delayMs: 100_000 }), says('a', 'Here.')] };
      const { view } = await play(pingPong({}, [handOff]), slow, {
        passMs: 90_000,
        answers: [['h', 'Hurry.']],
      });
      expect(linesOf(view)).toEqual(['user: hello', 'user: Hurry.', 'A: Here.']);
    });

    const pair = graph(
      [agent('a'), agent('b'), handOff],
      [when('a', 'B', 'b'), when('b', 'A', 'a')],
    );
    const down = (node: string, status: number) => ({
      when: { node },
      error: { status, message: 'The model is down.' },
      repeat: true,
    });

    it.each([
      ['whose model refuses', [down('b', 400)], 'MODEL_CALL_FAILED', 'The model is down.'],
      ['whose model stays down', [down('b', 503)], 'MODEL_CALL_FAILED', 'The model is down.'],
      [
        'that chooses nobody twice',
        [says('b', next('X')), says('b', next('Y'))],
        'ROUTE_UNKNOWN',
        '"Y" is none of your choices. Choose one of: A, END.',
      ],
    ])('[GA17] from an agent %s', async (_name, failing, code, message) => {
      const script = { replies: [says('a', next('B')), ...failing] };
      const { run, view } = await play(pair, script, { passMs: 10_000 });
      expect(run).toMatchObject({ status: 'waiting' });
      expect(run.waits).toMatchObject([
        {
          node: 'h',
          prompt: expect.stringContaining(`"B" failed: `),
          data: { reason: 'failure', limit: null, node: 'B', error: { code } },
        },
      ]);
      expect(run.waits[0]?.prompt).toContain(message);
      expect([view.currentNode, view.status]).toEqual(['human', 'waiting']);
    });

    it('[GA17] and gives the answer to the agent that failed', async () => {
      const script = { replies: [{ ...down('a', 400), repeat: false }, says('a', 'Well.')] };
      const { run, view } = await play(pair, script, { answers: [['h', 'Once more.']] });
      expect(run).toMatchObject({ status: 'completed', output: 'Well.' });
      expect(linesOf(view)).toEqual(['user: hello', 'user: Once more.', 'A: Well.']);
    });

    it('[GA17] after two wrong choices, with what the agent said', async () => {
      const script = { replies: [says('a', next('X')), says('a', next('Y')), says('b', 'Well.')] };
      const { run, view } = await play(pair, script, {
        answers: [['h', { action: 'route', next: 'B', message: 'B knows.' }]],
      });
      expect(run).toMatchObject({ status: 'completed', output: 'Well.' });
      expect(linesOf(view).slice(3)).toEqual([
        'A: {"next":"Y"}',
        'user: "Y" is none of your choices. Choose one of: B, END.',
        'user: B knows.',
        'B: Well.',
      ]);
    });

    it('[GA17] but not where a script has no reply', async () => {
      const { run } = await play(pair, { otherwise: 'fail' });
      expect(run).toMatchObject({ status: 'failed', error: { code: 'MODEL_SCRIPT_EMPTY' } });
    });

    it('[GA12] by an edge as well', async () => {
      const asking = graph([agent('a'), handOff], [when('a', 'human', 'h')]);
      const { run, view } = await play(
        asking,
        { replies: [says('a', next('human')), says('a', 'I see.')] },
        { answers: [['h', 'Because.']] },
      );
      expect(run.output).toBe('I see.');
      expect(view.steps).toBe(3);
    });
  });
});

// Where streams end: every question that is open is named, wherever it comes from.
import type { JsonObject } from '@skein/api';
import { describe, expect, it } from 'vitest';
import type { Ending, PlacedFact } from '../../src/features/doors/facts/fact.ts';
import { isEnding } from '../../src/features/doors/facts/is-ending.ts';
import { runFacts } from '../../src/features/doors/facts/run-facts.ts';
import { bearer, serveDoors, type Doors } from './door-flows.ts';

const ask = (id: string) => ({ id, type: 'approval', config: { prompt: `${id}?` } });

/** One question in a branch, another one after it, and a third one in a run below. */
const nested: JsonObject = {
  skein: 1,
  id: 'nested',
  metadata: { publish: ['ai-sdk'] },
  nodes: [
    { id: 'start', type: 'start' },
    ask('one'),
    ask('two'),
    {
      id: 'below',
      type: 'subworkflow',
      config: { workflow: { skein: 1, id: 'inner', nodes: [ask('inside')], edges: [] } },
    },
  ],
  edges: [
    { from: 'start', to: 'one' },
    { from: 'one', out: 'approved', to: 'two' },
    { from: 'start', to: 'below' },
  ],
};

async function factsOf({ engine }: Doors, run: string, after = 0) {
  const signal = new AbortController().signal;
  const about = () => ({ isFinal: true, isSilent: false });
  const facts: (PlacedFact | Ending)[] = [];
  for await (const fact of runFacts(engine, run, { after, about, signal })) facts.push(fact);
  const ending = facts.find(isEnding);
  const opened = facts.flatMap((fact) => (fact.type === 'wait-opened' ? [fact.wait.prompt] : []));
  return { facts, ending, opened };
}

const sorted = (texts: readonly (string | null)[]) =>
  texts.map(String).toSorted((a, b) => a.localeCompare(b));

const prompts = (ending: Ending | undefined) =>
  ending?.type === 'paused' ? sorted(ending.waits.map(({ prompt }) => prompt)) : ending?.type;

describe('pauses', () => {
  it('[V2002] name every question, of runs below too, and one that an answer opens', async () => {
    const doors = await serveDoors();
    const { engine } = doors;
    await engine.workflows.save(nested, { user: 'ann' });
    const { id } = await engine.runs.start('nested', { user: 'ann' });
    const first = await factsOf(doors, id);
    expect(prompts(first.ending)).toEqual(['inside?', 'one?']);
    expect(sorted(first.opened)).toEqual(['inside?', 'one?']);
    const answer = async (prompt: string) => {
      const { waits, seq } = await engine.runs.get(id);
      const wait = waits.find((each) => each.prompt === prompt);
      await engine.waits.answer(wait?.id ?? '', { decision: 'approve' });
      return seq;
    };
    const second = await factsOf(doors, id, await answer('one?'));
    expect(prompts(second.ending)).toEqual(['inside?', 'two?']);
    expect(second.opened).toContain('two?');
    expect(second.opened).not.toContain('one?');
    expect(prompts((await factsOf(doors, id, await answer('inside?'))).ending)).toEqual(['two?']);
    const last = await factsOf(doors, id, await answer('two?'));
    expect(last.ending?.type).toBe('finished');
    // Read from the beginning, everything is there once.
    const whole = await factsOf(doors, id);
    expect(whole.opened).toEqual(['one?', 'two?']);
    expect(whole.ending).toEqual(last.ending);
  });

  it('[V2002] a reader who leaves ends the reading, and not the run', async () => {
    const doors = await serveDoors();
    const { engine } = doors;
    await engine.workflows.save(nested, { user: 'ann' });
    const { id } = await engine.runs.start('nested', { user: 'ann' });
    await engine.runs.settled(id);
    const left = new AbortController();
    left.abort();
    const about = () => ({ isFinal: true, isSilent: false });
    const facts = runFacts(engine, id, { about, signal: left.signal });
    expect((await facts.next()).done).toBe(true);
    expect((await engine.runs.get(id)).status).toBe('waiting');
  });

  it('[V2028] what is open is listed, to its owner', async () => {
    const doors = await serveDoors();
    const list = async (key: string) =>
      (await doors.send('GET', '/api/v1/doors', { headers: bearer(key) })).body.items;
    expect(await list(doors.keys.ann)).toEqual([
      { name: 'shop', title: 'Shop', doors: ['ai-sdk', 'openai', 'a2a', 'ag-ui'] },
      { name: 'trip', title: 'Trip', doors: ['ai-sdk', 'openai', 'a2a', 'ag-ui'] },
    ]);
    expect(await list(doors.keys.bob)).toEqual([]);
  });
});

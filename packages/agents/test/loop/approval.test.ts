import { describe, expect, it } from 'vitest';
import { acceptToolApproval, type AgentPlan, type ApproveRule } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { loopWorld } from './loop-world.ts';

const reply = { toolCalls: [{ name: 'mail', arguments: { to: 'ann' } }, { name: 'search' }] };
const script = { replies: [reply, { text: 'Done.' }] };
const tools = { mail: {}, search: {} };

describe('approval of tool calls', () => {
  it.each<[string, ApproveRule | undefined, readonly string[]]>([
    ['nothing said', undefined, []],
    ['false', false, []],
    ['true', true, ['mail', 'search']],
    ['a name', ['search'], ['search']],
    ['names of no tool', ['other', 'MAIL'], []],
  ])('[A46] %s', async (_title, approve, asked) => {
    const world = loopWorld(script, { tools, answers: ['approve', 'approve'] });
    await world.run({ approve });
    expect(world.asked.map(({ data }) => (data as { tool: string }).tool)).toEqual(asked);
    expect(world.called).toHaveLength(2);
  });

  it('[A46] the question holds the exact call', async () => {
    const world = loopWorld(script, { tools, answers: ['approve'] });
    await world.run({ approve: ['mail'] });
    expect(world.asked).toEqual([
      {
        kind: 'approval',
        prompt: 'May "Boss" call the tool "mail"?',
        data: {
          tool: 'mail',
          arguments: { to: 'ann' },
          callId: 'boss-1-1',
          parameters: { type: 'object' },
        },
      },
    ]);
  });

  it('[A46] a tool may need it by itself', async () => {
    const careful = { mail: { approve: true }, search: {} };
    const world = loopWorld(script, { tools: careful, answers: [true] });
    await world.run();
    expect([world.asked.length, world.called.length]).toEqual([1, 2]);
  });

  it('[A900] a function of the checked arguments may say whether it is needed, once', async () => {
    const seen: unknown[] = [];
    const parse = (args: Json) => ({ ok: true as const, args: { checked: args } });
    const approve = async (args: unknown) => {
      seen.push(args);
      return true;
    };
    const careful = { mail: { parse, approve }, search: { approve: () => false } };
    const world = loopWorld(script, { tools: careful, answers: ['approve'] });
    await world.run();
    expect(seen).toEqual([{ checked: { to: 'ann' } }]);
    expect([world.asked.length, world.called.length]).toEqual([1, 2]);
    expect(world.io.recorded.get('approve:boss-1-1#1')).toBe(true);
    expect(world.io.recorded.get('approve:boss-1-2#1')).toBe(false);
    // Code that says something else by now does not make a call that a person was asked about.
    const changed = { mail: { parse, approve: () => false }, search: { approve: () => false } };
    const recorded = new Map([...world.io.recorded].filter(([key]) => !key.startsWith('tool:')));
    const again = loopWorld(script, { tools: changed, recorded, answers: ['reject'] });
    await again.run();
    expect(again.asked).toHaveLength(1);
    expect(again.called.map(({ name }) => name)).toEqual(['search']);
  });

  it.each<[Json, string]>([
    [{ decision: 'reject', note: 'not to her' }, 'A person rejected this call: not to her'],
    [{ decision: 'no' }, 'A person rejected this call.'],
    [false, 'A person rejected this call.'],
    // Only a node type without `accept` lets such an answer through; it never counts as a yes.
    ['perhaps', 'A person rejected this call.'],
    ['Who should approve this?', 'A person rejected this call.'],
  ])('[A46] rejected by %j', async (answer, error) => {
    const world = loopWorld(script, { tools, answers: [answer] });
    const { messages, text } = await world.run({ approve: ['mail'] });
    expect(text).toBe('Done.');
    expect(messages[1]?.content).toEqual({ error });
    expect(world.called.map(({ name }) => name)).toEqual(['search']);
    expect(world.io.recorded.get('tool:boss-1-1#1')).toMatchObject({ reason: 'rejected' });
  });

  it('[A46] nobody is asked about a call that cannot run', async () => {
    const parameters = { type: 'object', required: ['subject'] };
    const world = loopWorld(script, { tools: { mail: { parameters } } });
    await world.run({ approve: true });
    expect(world.asked).toEqual([]);
  });

  it.each<[Json]>([
    ['perhaps'],
    ["Don't approve"],
    ['I cannot approve this'],
    ['Who should approve this?'],
    ['ok, but reject it'],
    [{ decision: 'approve', arguments: { to: 'me' } }],
  ])('[A15] %j does not send the mail', (answer) => {
    const asked = { question: { kind: 'approval' }, config: {}, inputs: {}, previous: undefined };
    expect(acceptToolApproval(answer, asked)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/approve.*reject/),
    });
  });

  it('[A46] an approval takes its answers, another question any', () => {
    const question = { kind: 'approval' };
    const asked = { question, config: {}, inputs: {}, previous: undefined };
    expect(acceptToolApproval({ decision: 'OK', note: 'do it' }, asked)).toEqual({
      ok: true,
      answer: { decision: 'approve', note: 'do it' },
    });
    const other = { ...asked, question: { kind: 'input' } };
    expect(acceptToolApproval(7, other)).toEqual({ ok: true, answer: 7 });
  });

  it('[A2700] changed arguments have the format that the tool names', () => {
    const parameters = { properties: { to: { format: 'email' } } };
    const question = { kind: 'approval', data: { tool: 'mail', arguments: {}, parameters } };
    const asked = { question, config: {}, inputs: {}, previous: undefined };
    const change = (to: string) => ({ decision: 'approve', arguments: { to } });
    expect(acceptToolApproval(change('eve'), asked)).toMatchObject({
      ok: false,
      message: expect.stringContaining('/to must be an e-mail address'),
    });
    expect(acceptToolApproval(change('eve@example.com'), asked)).toMatchObject({ ok: true });
  });

  it('[A3002] a changed argument that the tool does not name is refused by name, unless the call had it or the schema is open', () => {
    const properties = { usd: { type: 'number' } };
    const accept = (parameters: Json, args: Json) => {
      const data = { tool: 'pay', arguments: { usd: 90, old: 1 }, parameters };
      const asked = { question: { kind: 'approval', data }, config: {}, inputs: {} };
      return acceptToolApproval(
        { decision: 'approve', arguments: args },
        { ...asked, previous: undefined },
      );
    };
    expect(accept({ type: 'object', properties }, { usd: 90, usdd: 50 })).toMatchObject({
      ok: false,
      message: 'The changed "arguments" do not fit the tool "pay": nothing reads "usdd".',
    });
    expect(accept({ type: 'object', properties }, { usd: 50, old: 2 })).toMatchObject({ ok: true });
    for (const open of [{ type: 'object' }, { properties, additionalProperties: true }]) {
      expect(accept(open, { usd: 50, usdd: 5 })).toMatchObject({ ok: true });
    }
  });

  it('[A301] a check in code that refuses the changed arguments asks again, with the reason', async () => {
    const parse = (args: Json) =>
      JSON.stringify(args).includes('eve')
        ? { ok: false as const, problems: ['/to must not be eve'] }
        : { ok: true as const, args };
    const change = (to: string) => ({
      decision: 'approve',
      note: '',
      arguments: { to },
      changedBy: 'ann',
    });
    const world = loopWorld(script, {
      tools: { mail: { parse }, search: {} },
      answers: [change('eve'), change('bob')],
    });
    const { messages } = await world.run({ approve: ['mail'] });
    expect(world.asked.map(({ prompt }) => prompt)).toEqual([
      'May "Boss" call the tool "mail"?',
      expect.stringContaining('/to must not be eve'),
    ]);
    expect(world.called[0]).toMatchObject({ name: 'mail', args: { to: 'bob' } });
    expect(messages[1]?.content).toMatchObject({ arguments: { to: 'bob' } });
    expect(world.io.recorded.get('tool:boss-1-1#1')).toMatchObject({
      arguments: { to: 'bob' },
      asked: { to: 'ann' },
      changedBy: 'ann',
    });
  });

  it.each<[string, Partial<AgentPlan>, readonly string[] | undefined, unknown]>([
    ['nobody in particular', { approve: true }, undefined, undefined],
    ['the agent names them', { approve: true, who: ['ann'] }, undefined, ['ann']],
    ['the tool names them', { approve: true }, ['group:finance'], ['group:finance']],
    ['the tool goes first', { approve: true, who: ['ann'] }, ['bob'], ['bob']],
    ['the tool wants it, the agent says by whom', { who: ['ann'] }, undefined, ['ann']],
  ])('[A560] whom a call is asked of: %s', async (_title, plan, who, asked) => {
    const careful = { mail: { approve: true, who }, search: {} };
    const world = loopWorld(script, { tools: careful, answers: ['approve'] });
    await world.run(plan);
    expect(world.asked[0]?.who).toEqual(asked);
  });

  it('[A560] what a tool asks is asked of the same people', async () => {
    const ask = () => ({ kind: 'input', prompt: 'How much?' });
    const world = loopWorld(script, { tools: { mail: { ask }, search: {} }, answers: ['much'] });
    await world.run({ who: ['ann'] });
    expect(world.asked).toEqual([{ kind: 'input', prompt: 'How much?', who: ['ann'] }]);
  });
});

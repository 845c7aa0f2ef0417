// Goal: a replay calls what differs and nothing else, and says where the two diverge and what it cost.
import { modelSettings } from '@skein/dialects';
import {
  createEngine,
  type CreateEngineOptions,
  type Engine,
  type JsonObject,
  type LanguageModel,
} from 'skein';
import { afterEach, expect, it } from 'vitest';

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

interface World {
  readonly engine: Engine;
  /** Nodes whose models were really asked, and tools that were really called. */
  readonly calls: string[];
}

async function world(
  answer: (node: string, text: string) => string,
  more: CreateEngineOptions = {},
): Promise<World> {
  const calls: string[] = [];
  const model = (name = 'default'): LanguageModel => ({
    provider: 'own',
    name,
    call: async ({ caller, messages }) => {
      calls.push(caller.node);
      const text = answer(caller.node, JSON.stringify(messages.at(-1)?.content));
      return { text, toolCalls: [], usage: { input: 10, output: 5, usd: 0.25 } };
    },
  });
  const engine = await createEngine({ models: { model }, ...more });
  engines.push(engine);
  return { engine, calls };
}

const llm = (id: string, prompt: string) => ({ id, type: 'llm', config: { prompt } });

/** Two branches that meet: a feeds b; c stands alone; both are joined. */
const diamond = {
  skein: 1,
  id: 'diamond',
  nodes: [
    llm('a', 'About a.'),
    llm('b', 'After ${a.output}.'),
    llm('c', 'About c.'),
    { id: 'end', type: 'transform', config: { value: ['${inputs.b}', '${inputs.c}'] } },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'end', in: 'b' },
    { from: 'c', to: 'end', in: 'c' },
  ],
};

async function finished(
  { engine, calls }: World,
  definition: object,
  input?: string,
): Promise<string> {
  const { id } = await engine.runs.start(definition, input === undefined ? {} : { input });
  await engine.runs.settled(id);
  calls.length = 0;
  return id;
}

it('[RP1] an unchanged replay reuses everything: no call, no cost, no divergence', async () => {
  const made = await world((node) => `${node}!`);
  const id = await finished(made, diamond);
  const before = await made.engine.runs.journal(id);
  const report = await made.engine.runs.replay(id);
  expect(made.calls).toEqual([]);
  expect(report).toMatchObject({
    before: id,
    status: { before: 'completed', after: 'completed' },
    divergence: null,
    calls: { reused: 3, made: [] },
    ran: [],
    usage: {
      before: { modelCalls: 3, usd: 0.75 },
      after: { modelCalls: 3 },
      spent: { modelCalls: 0, usd: 0 },
    },
    output: { equal: true, differences: [] },
  });
  expect(await made.engine.runs.journal(id)).toEqual(before);
  expect(report.id).not.toBe(id);
});

it('[RP2] a changed prompt calls its node and what depends on it, and nothing else', async () => {
  const made = await world((node, text) =>
    node === 'a' && text.includes('more') ? 'A!!' : `${node}!`,
  );
  const id = await finished(made, diamond);
  const report = await made.engine.runs.replay(id, {
    with: { prompt: { a: 'Tell more about a.' } },
  });
  expect(made.calls).toEqual(['a', 'b']);
  expect(report.calls).toMatchObject({ reused: 1, made: [{ node: 'a' }, { node: 'b' }] });
  expect(report.divergence).toEqual({
    path: '',
    node: 'a',
    activation: 1,
    kind: 'asked',
    pointer: '/config/prompt',
    what: 'Its config.prompt is another one.',
    before: 'About a.',
    after: 'Tell more about a.',
  });
  expect(report.usage.spent).toMatchObject({ modelCalls: 2, inputTokens: 20, usd: 0.5 });
  expect(report.output).toMatchObject({ equal: true });
});

it('[RP3] reuse holds again behind a divergence, where what is asked is equal again', async () => {
  const made = await world((node) => `${node}!`);
  const id = await finished(made, diamond);
  const report = await made.engine.runs.replay(id, {
    with: { prompt: { a: 'In other words: a.' } },
  });
  // The answer is the same, so b is asked the same.
  expect(made.calls).toEqual(['a']);
  expect(report.calls).toMatchObject({ reused: 2, made: [{ node: 'a' }] });
  expect(report.output.equal).toBe(true);
});

it('[RP2] another model is asked anew by every node; one node alone can be meant too', async () => {
  const made = await world((node) => `${node}!`);
  const id = await finished(made, diamond);
  const all = await made.engine.runs.replay(id, { with: { model: 'gpt-5' } });
  expect(made.calls.toSorted()).toEqual(['a', 'b', 'c']);
  expect(all.divergence).toMatchObject({ node: 'a', pointer: '/config/model', after: 'gpt-5' });
  made.calls.length = 0;
  await made.engine.runs.replay(id, { with: { model: { c: 'gpt-5' } } });
  expect(made.calls).toEqual(['c']);
  // The workflow is what it was.
  expect((await made.engine.workflows.get('diamond')).version).toBe(
    (await made.engine.runs.get(id)).workflow.version,
  );
});

const otherSettings: Readonly<Record<string, string | number | readonly string[]>> = {
  reasoningEffort: 'low',
  stopSequences: ['END'],
  topP: 0.5,
};

it.each(Object.keys(modelSettings))('[RP2] another %s alone is asked anew', async (setting) => {
  const made = await world((node) => `${node}!`);
  const id = await finished(made, diamond);
  const value = otherSettings[setting] ?? 7;
  const report = await made.engine.runs.replay(id, {
    with: { config: { c: { [setting]: value } } },
  });
  expect(made.calls).toEqual(['c']);
  expect(report.calls).toMatchObject({ reused: 2, made: [{ node: 'c' }] });
});

it('[RP2] another definition and another input: what is equal is reused, nodes that are new run', async () => {
  const made = await world((_, text) => `re: ${text}`);
  const flow = {
    skein: 1,
    id: 'two',
    nodes: [llm('a', 'Fixed.'), llm('b', 'About ${trigger}.')],
    edges: [{ from: 'a', to: 'b' }],
  };
  const id = await finished(made, flow, 'tea');
  const other = await made.engine.runs.replay(id, { with: { input: 'rice' } });
  expect(made.calls).toEqual(['b']);
  expect(other.output.differences).toEqual([
    { pointer: '', before: 're: "About tea."', after: 're: "About rice."' },
  ]);
  made.calls.length = 0;
  const longer = {
    ...flow,
    nodes: [...flow.nodes, llm('c', 'New.')],
    edges: [...flow.edges, { from: 'b', to: 'c' }],
  };
  const report = await made.engine.runs.replay(id, { with: { definition: longer } });
  expect(made.calls).toEqual(['c']);
  expect(report.divergence).toMatchObject({
    node: 'c',
    kind: 'ran',
    what: 'It did not run before.',
  });
});

const agentFlow = (changes: JsonObject = {}) => ({
  skein: 1,
  id: 'agent',
  entry: ['boss'],
  nodes: [
    { id: 'boss', type: 'agent', config: { prompt: 'Go.', tools: ['look'], ...changes } },
    { id: 'helper', type: 'agent', config: { system: 'Help.' } },
  ],
  edges: [{ from: 'boss', to: 'helper', kind: 'subagent' }],
});

it('[RP4] an agent reuses the equal beginning of its calls, also those of tools and subagents', async () => {
  const calls: string[] = [];
  const looked: unknown[] = [];
  const model = (): LanguageModel => ({
    provider: 'own',
    name: 'm',
    call: async ({ caller, messages, system = '' }) => {
      calls.push(caller.node);
      const usage = { input: 1, output: 1, usd: 0 };
      if (caller.node === 'helper') return { text: `helped: ${system}`, toolCalls: [], usage };
      const turn = messages.filter(({ role }) => role === 'assistant').length;
      const said = [
        { name: 'look', arguments: { at: 1 } },
        { name: 'helper', arguments: { input: 'Hi.' } },
      ][turn];
      const toolCalls = said === undefined ? [] : [{ id: `c${turn}`, ...said }];
      return {
        text: said === undefined ? JSON.stringify(messages.at(-1)?.content) : '',
        toolCalls,
        usage,
      };
    },
  });
  const look = {
    description: 'Looks.',
    run: (args: unknown) => {
      looked.push(args);
      return 3;
    },
  };
  const engine = await createEngine({ models: { model }, tools: { look } });
  engines.push(engine);
  const { id } = await engine.runs.start(agentFlow());
  await engine.runs.finished(id);
  expect([calls, looked]).toEqual([['boss', 'boss', 'helper', 'boss'], [{ at: 1 }]]);
  calls.length = 0;
  // A limit that is not reached changes no question.
  const same = await engine.runs.replay(id, { with: { config: { boss: { maxTurns: 7 } } } });
  expect([calls, looked.length]).toEqual([[], 1]);
  expect(same.calls).toMatchObject({ reused: 5, made: [] });
  // The subagent is told something else: two turns and a tool call before it are reused.
  const report = await engine.runs.replay(id, {
    with: { config: { helper: { system: 'Help well.' } } },
  });
  expect([calls, looked.length]).toEqual([['helper', 'boss'], 1]);
  expect(report.calls).toMatchObject({ reused: 3, made: [{ node: 'boss' }, { node: 'boss' }] });
  expect(report.output.after).toContain('Help well.');
  expect(report.divergence).toMatchObject({
    node: 'boss',
    pointer: '/subagents/0/config/system',
    before: 'Help.',
    after: 'Help well.',
  });
});

it('[RP5] people who were asked the same are not asked again; others are', async () => {
  const flow = {
    skein: 1,
    id: 'asked',
    nodes: [
      llm('a', 'A.'),
      { id: 'ok', type: 'approval', config: { prompt: 'Good?' } },
      { id: 'form', type: 'input', config: { prompt: 'And ${a.output}?' } },
      { id: 'end', type: 'transform', config: { value: '${form.output}' } },
    ],
    edges: [
      { from: 'a', to: 'ok' },
      { from: 'ok', out: 'approved', to: 'form' },
      { from: 'form', to: 'end' },
    ],
  };
  let answer = 'one';
  const made = await world(() => answer);
  const { id } = await made.engine.runs.start(flow);
  await made.engine.runs.settled(id);
  await made.engine.waits.answer({ run: id, node: 'ok' }, 'approve');
  await made.engine.runs.settled(id);
  await made.engine.waits.answer({ run: id, node: 'form' }, 'yes');
  await made.engine.runs.finished(id);
  const same = await made.engine.runs.replay(id, { with: { prompt: { a: 'B.' } } });
  expect(same).toMatchObject({ status: { after: 'completed' }, output: { after: 'yes' } });
  answer = 'two';
  const other = await made.engine.runs.replay(id, { with: { prompt: { a: 'C.' } } });
  expect(other.status.after).toBe('waiting');
  // What entered the approval is another text, so nobody has approved it.
  expect((await made.engine.runs.get(other.id)).waits).toMatchObject([{ node: 'ok' }]);
});

it('[RP2] children, maps and functions: what is equal is reused, a function too', async () => {
  const ran: unknown[] = [];
  const functions = {
    add: (args: unknown) => {
      ran.push(args);
      return `f(${String(args)})`;
    },
  };
  const child = { skein: 1, nodes: [llm('say', '${trigger.item}')], edges: [] };
  const flow = (first: string) => ({
    skein: 1,
    id: 'map',
    nodes: [
      { id: 'list', type: 'transform', config: { value: [first, 'y'] } },
      { id: 'all', type: 'map', config: { items: '${list.output}', workflow: child } },
      { id: 'f', type: 'function', config: { name: 'add', args: '${list.output[1]}' } },
    ],
    edges: [
      { from: 'list', to: 'all' },
      { from: 'all', to: 'f' },
    ],
  });
  const made = await world((_, text) => text, { functions });
  const id = await finished(made, flow('x'));
  const same = await made.engine.runs.replay(id);
  expect(same.calls).toMatchObject({ reused: 2, made: [] });
  expect(made.calls).toEqual([]);
  const report = await made.engine.runs.replay(id, { with: { definition: flow('z') } });
  expect(made.calls).toEqual(['say']);
  expect(report.calls).toMatchObject({ reused: 1, made: [{ path: 'all#1/0', node: 'say' }] });
  expect(ran).toEqual(['y', 'y']);
});

it('[RP6] what cannot be replayed so is refused, and nothing is started', async () => {
  const made = await world((node) => node);
  const id = await finished(made, diamond);
  const runs = async () => (await made.engine.runs.list()).items.length;
  const before = await runs();
  const refused = async (change: JsonObject) =>
    made.engine.runs.replay(id, { with: change }).then(
      () => 'replayed',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
  expect(await refused({ prompt: 'Which?' })).toMatch(/REPLAY_REFUSED.*"a", "b", "c"/);
  expect(await refused({ prompt: { x: 'y' } })).toMatch(/NODE_NOT_FOUND/);
  expect(await refused({ definition: { skein: 1, nodes: [], edges: [] } })).toMatch(
    /WORKFLOW_INVALID/,
  );
  await expect(made.engine.runs.replay('nobody')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  expect(await runs()).toBe(before);
});

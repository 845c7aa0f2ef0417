import { describe, expect, it } from 'vitest';
import {
  convert,
  configOf,
  errorsOf,
  kindsOf,
  n8n,
  nodeOf,
  start,
  type BuiltNode,
} from './build-n8n.ts';

const noOp = (name: string, more: Partial<BuiltNode> = {}): BuiltNode => ({
  name,
  type: 'noOp',
  ...more,
});

function sound(...given: Parameters<typeof n8n>) {
  const imported = convert(n8n(...given));
  expect(errorsOf(imported)).toEqual([]);
  return imported;
}

describe('the order of n8n', () => {
  const nodes = [start, noOp('Low', { at: [200, 300] }), noOp('High', { at: [200, -300] })];
  const edges = ['Start>Low', 'Start>High'];

  it('[N1320] v1 goes by the place on the canvas, one node at a time', () => {
    const { definition } = sound(nodes, edges);
    expect(definition['policy']).toEqual({ concurrency: 1 });
    expect(definition['edges']).toEqual([
      { from: 'start_start', to: 'start' },
      { from: 'start', to: 'high' },
      { from: 'start', to: 'low', priority: 1 },
    ]);
  });

  it('[N1320] else breadth first, in the order of the connections', () => {
    const { definition } = sound(nodes, edges, { settings: {} });
    expect(definition['policy']).toEqual({ concurrency: 1, schedule: 'superstep' });
    expect(definition['edges']).toContainEqual({ from: 'start', to: 'high', priority: 1 });
  });

  it('[N1321] a node that several edges lead to runs for each list', () => {
    const imported = sound(
      [start, noOp('A'), noOp('B'), noOp('C')],
      ['Start>A', 'Start>B', 'A>C', 'B>C'],
    );
    expect(nodeOf(imported, 'c')['join']).toBe('each');
    expect(nodeOf(imported, 'a')['join']).toBeUndefined();
  });

  it('[N1322] Loop Over Items keeps its rounds in the state, and the edge back is a loop', () => {
    const loop: BuiltNode = {
      name: 'Loop',
      type: 'splitInBatches',
      version: 3,
      parameters: { batchSize: 2 },
    };
    const imported = sound(
      [start, loop, noOp('Work', { at: [400, 100] }), noOp('Done', { at: [400, -100] })],
      ['Start>Loop', 'Loop.0>Done', 'Loop.1>Work', 'Work>Loop'],
    );
    expect(imported.definition['state']).toEqual({
      loop: { over: true, batch: [], rest: [], done: [] },
    });
    const edges = imported.definition['edges'];
    expect(edges).toContainEqual({ from: 'loop', out: 'loop', to: 'work', priority: 1 });
    expect(edges).toContainEqual({ from: 'loop', out: 'done', to: 'done' });
    expect(edges).toContainEqual({ from: 'work', to: 'loop_round', loop: true });
  });

  it('[N1322] before version 3 its outputs are the other way round', () => {
    const loop: BuiltNode = { name: 'Loop', type: 'splitInBatches', version: 2 };
    const imported = sound([start, loop, noOp('Work')], ['Start>Loop', 'Loop.0>Work', 'Work>Loop']);
    expect(imported.definition['edges']).toContainEqual({ from: 'loop', out: 'loop', to: 'work' });
    expect(JSON.stringify(configOf(imported, 'loop_round'))).toContain('slice(0, 10)');
  });
});

describe('settings of nodes', () => {
  const http: BuiltNode = {
    name: 'Get',
    type: 'httpRequest',
    version: 4.2,
    parameters: { url: 'https://example.org' },
  };

  it('[N1323] a disabled node hands its items on, and its other outputs lead nowhere', () => {
    const imported = sound(
      [start, { ...http, more: { disabled: true } }, noOp('A'), noOp('B')],
      ['Start>Get', 'Get>A', 'Get.1>B'],
    );
    expect(nodeOf(imported, 'get')).toMatchObject({
      id: 'get',
      type: 'transform',
      name: 'Get',
      config: { value: '${previous}' },
    });
    expect(imported.definition['edges']).toContainEqual({
      from: 'get',
      to: 'b',
      priority: 1,
      when: false,
    });
  });

  it('[N1324] retries keep to the bounds of n8n', () => {
    const imported = sound(
      [start, { ...http, more: { retryOnFail: true, maxTries: 9, waitBetweenTries: 60000 } }],
      ['Start>Get'],
    );
    expect(nodeOf(imported, 'get_call')['retry']).toEqual({
      attempts: 5,
      backoffMs: 5000,
      factor: 1,
    });
  });

  it('[N1324] only the first item, and an empty item where there would be none', () => {
    const imported = sound(
      [start, { ...http, more: { executeOnce: true, alwaysOutputData: true } }],
      ['Start>Get'],
    );
    expect(configOf(imported, 'get_once')['steps']).toEqual([{ op: 'limit', count: 1 }]);
    expect(nodeOf(imported, 'get')['whenEmpty']).toEqual([{}]);
  });

  it('[N1325] failed items leave by the regular output, or by one of their own', () => {
    const marked = sound(
      [start, { ...http, more: { onError: 'continueRegularOutput' } }],
      ['Start>Get'],
    );
    expect(nodeOf(marked, 'get_call')['each']).toMatchObject({ onError: 'mark' });
    const parted = sound(
      [start, { ...http, more: { onError: 'continueErrorOutput' } }, noOp('Bad')],
      ['Start>Get', 'Get.1>Bad'],
    );
    expect(nodeOf(parted, 'get_call')['each']).toMatchObject({ onError: 'port' });
    expect(parted.definition['edges']).toContainEqual({
      from: 'get_call',
      out: 'error',
      to: 'get_failed',
    });
    expect(parted.definition['edges']).toContainEqual({ from: 'get_failed', to: 'bad' });
  });

  it('[N1325] a node that fails as a whole gives an item with its error', () => {
    const sort: BuiltNode = {
      name: 'Sort',
      type: 'sort',
      parameters: { sortFieldsUi: { sortField: [{ fieldName: 'a' }] } },
      more: { continueOnFail: true },
    };
    const imported = sound([start, sort, noOp('After')], ['Start>Sort', 'Sort>After']);
    expect(imported.definition['edges']).toContainEqual({
      from: 'sort',
      out: 'error',
      to: 'sort_failed',
    });
    expect(nodeOf(imported, 'after')['join']).toBe('each');
  });
});

describe('what starts runs', () => {
  it('[N1326] a schedule is a cron expression in the zone of the workflow', () => {
    const rule = {
      interval: [{ field: 'weeks', triggerAtDay: [1, 5], triggerAtHour: 9, triggerAtMinute: 30 }],
    };
    const imported = sound(
      [{ name: 'Weekly', type: 'scheduleTrigger', version: 1.2, parameters: { rule } }],
      [],
      { settings: { executionOrder: 'v1', timezone: 'Europe/Vienna' } },
    );
    expect(imported.definition['trigger']).toEqual({
      type: 'schedule',
      config: { cron: '30 9 * * 1,5', timezone: 'Europe/Vienna' },
    });
    expect(kindsOf(imported)).toEqual([]);
  });

  it.each([
    [{ field: 'minutes', minutesInterval: 15 }, '*/15 * * * *'],
    [{ field: 'hours', hoursInterval: 6, triggerAtMinute: 5 }, '5 */6 * * *'],
    [{ field: 'months', triggerAtDayOfMonth: 3, triggerAtHour: 7 }, '0 7 3 * *'],
    [{ field: 'cronExpression', expression: '0 8 * * 1-5' }, '0 8 * * 1-5'],
    [{}, '0 0 * * *'],
  ])('[N1326] the rule %j', (interval, cron) => {
    const imported = sound([
      {
        name: 'When',
        type: 'scheduleTrigger',
        version: 1.2,
        parameters: { rule: { interval: [interval] } },
      },
    ]);
    expect(imported.definition['trigger']).toMatchObject({ config: { cron } });
  });

  it('[N1327] several triggers start at nodes of their own, by hand at the manual one', () => {
    const imported = sound(
      [
        { name: 'Hook', type: 'webhook', version: 2, parameters: { path: 'in' } },
        { name: 'By hand', type: 'manualTrigger' },
        { name: 'Mail', type: 'gmailTrigger', parameters: { event: 'messageReceived' } },
        noOp('A'),
      ],
      ['Hook>A', 'By hand>A', 'Mail>A'],
    );
    expect(imported.definition['entry']).toEqual(['by_hand_start']);
    expect(imported.definition['triggers']).toEqual([
      { name: 'Hook', start: 'hook_start', type: 'webhook', config: { path: 'in' } },
      { name: 'By hand', start: 'by_hand_start', type: 'manual' },
      {
        name: 'Mail',
        start: 'mail_start',
        type: 'event',
        config: { event: 'gmail.messageReceived', settings: { event: 'messageReceived' } },
      },
    ]);
    expect(kindsOf(imported)).toEqual(['credential', 'binding']);
  });

  it('[N1327] a file without a trigger starts where nothing leads to', () => {
    const imported = sound([noOp('A'), noOp('B')], ['A>B']);
    expect(imported.definition['entry']).toEqual(['start']);
    expect(imported.definition['edges']).toContainEqual({ from: 'start_items', to: 'a' });
  });
});

describe('what is drawn', () => {
  it('[N1328] positions, notes, pinned data and the source of each node are kept', () => {
    const note: BuiltNode = {
      name: 'Note',
      type: 'stickyNote',
      at: [-10, 5],
      parameters: { content: 'Read me', width: 300, height: 100, color: 4 },
    };
    const imported = sound([start, noOp('A b', { at: [120, 40] }), note], ['Start>A b'], {
      settings: { executionOrder: 'v1' },
      pinData: { 'A b': [{ json: { n: 1 } }] },
    });
    expect(imported.definition['studio']).toMatchObject({
      positions: { a_b: { x: 496, y: 40 } },
      origin: { a_b: ['A b'], start: ['Start'], start_start: ['Start'] },
      notes: [{ text: 'Read me', x: -10, y: 5, width: 676, height: 100, color: 'pink' }],
      pins: { a_b: [{ n: 1 }] },
    });
    expect(kindsOf(imported)).toEqual([]);
  });
});

it('[N3212] rows and columns stay, and no two cards lie on each other', () => {
  const at = (name: string, x: number, y: number): BuiltNode => ({
    ...noOp(name),
    at: [x, y],
  });
  const imported = sound(
    [start, at('A', 200, 0), at('B', 400, -100), at('C', 400, 100), at('D', 600, 0)],
    ['Start>A', 'A>B', 'A>C', 'B>D', 'C>D'],
  );
  const { positions } = imported.definition['studio'] as {
    positions: { [id: string]: { x: number; y: number } };
  };
  const points = Object.values(positions);
  for (const [index, one] of points.entries())
    for (const other of points.slice(index + 1))
      expect(Math.abs(one.x - other.x) >= 224 || Math.abs(one.y - other.y) >= 60).toBe(true);
  expect(positions['b']?.x).toBe(positions['c']?.x);
  expect([positions['b']?.y, positions['c']?.y, positions['d']?.y]).toEqual([-100, 100, 0]);
  const x = (id: string): number => positions[id]?.x ?? 0;
  expect(x('start') < x('a') && x('a') < x('b') && x('b') < x('d')).toBe(true);
});

describe('descriptions', () => {
  it('[N1338] keep notes and the names of choices', () => {
    const merge: BuiltNode = {
      name: 'Both',
      type: 'merge',
      version: 3,
      parameters: { mode: 'combine', combineBy: 'combineByPosition' },
      more: { notes: 'Why it is here' },
    };
    const imported = sound([start, merge], ['Start>Both.0']);
    expect(nodeOf(imported, 'both')['description']).toBe(
      'Why it is here\n\nIn n8n: combineBy: combineByPosition',
    );
  });
});

describe('odd files', () => {
  it('[N1329] wrapped exports are recognised, other documents are not', () => {
    const bare = n8n([start]);
    for (const source of [bare, [bare], { workflow: bare }, { data: bare }])
      expect(convert(source).format).toBe('n8n');
    for (const source of [
      [],
      {},
      null,
      'x',
      { skein: 1, nodes: [], connections: {} },
      { nodes: 'x', connections: {} },
    ]) {
      expect(() => convert(source)).toThrow('not recognised');
    }
  });

  it('[N1337] a node that the native check refuses is taken out and told', () => {
    const lc = '@n8n/n8n-nodes-langchain.';
    const parser = { schemaType: 'manual', inputSchema: '{ "type": "nonsense" }' };
    const imported = sound(
      [
        start,
        { name: 'Ask', type: `${lc}chainLlm`, parameters: { prompt: 'Hi' } },
        { name: 'Shape', type: `${lc}outputParserStructured`, parameters: parser },
        noOp('After'),
      ],
      ['Start>Ask', 'Shape>ai_outputParser>Ask', 'Ask>After'],
    );
    expect(kindsOf(imported)).toContain('invalid');
    expect(nodeOf(imported, 'ask_call')).toMatchObject({ type: 'transform' });
  });

  it('[N1329] edges into nothing and names that two nodes have are told', () => {
    const imported = sound([start, noOp('A'), noOp('A')], ['Start>A', 'Start>Gone']);
    expect(kindsOf(imported)).toEqual(['dangling-edge', 'duplicate-name']);
    expect(imported.definition['nodes']).toHaveLength(4);
  });
});

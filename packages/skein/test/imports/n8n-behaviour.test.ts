// Workflows of n8n give what they give in n8n
// Small workflows for each rule of how n8n handles items, run on a real engine with the sandbox.
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@skein/kernel';
import { code, node, set, shelf, start, where } from './n8n-parts.ts';
import { runN8n } from './run-n8n.ts';

describe('[C1300] items', () => {
  it('are edited one by one', async () => {
    const label = set('Label', { text: '={{ $json.fruit }}: {{ $json.kilos * 2 }}' });
    const { output, losses } = await runN8n({
      nodes: [start, label],
      edges: ['Start>Label'],
      input: shelf,
    });
    expect(losses).toEqual([]);
    expect(output).toEqual(
      shelf.map((row) => ({ ...row, text: `${row.fruit}: ${row.kilos * 2}` })),
    );
  });

  it('are parted by IF, and both parts come together in Merge', async () => {
    const nodes = [
      start,
      node('Heavy?', 'if', 2.2, { conditions: where('={{ $json.kilos }}', 'number', 'gt', 5) }),
      set('Yes', { size: 'big' }),
      set('No', { size: 'small' }),
      node('All', 'merge', 3.2, {}),
    ];
    const edges = ['Start>Heavy?', 'Heavy?.0>Yes', 'Heavy?.1>No', 'Yes>All.0', 'No>All.1'];
    const { output } = await runN8n({ nodes, edges, input: shelf });
    expect(output).toEqual([
      { fruit: 'plum', kilos: 12, size: 'big' },
      { fruit: 'pear', kilos: 7, size: 'big' },
      { fruit: 'fig', kilos: 3, size: 'small' },
    ]);
  });

  it('that a filter takes away stop the branch, and Merge goes on with what came', async () => {
    const nodes = [
      start,
      node('None', 'filter', 2.2, { conditions: where('={{ $json.kilos }}', 'number', 'gt', 99) }),
      code('Never', 'throw new Error("must not run")'),
      set('Other', { kept: 'yes' }),
      node('All', 'merge', 3.2, {}),
    ];
    const edges = ['Start>None', 'None>Never', 'Never>All.0', 'Start>Other', 'Other>All.1'];
    const { status, output } = await runN8n({ nodes, edges, input: [{ kilos: 1 }] });
    expect(status).toBe('completed');
    expect(output).toEqual({ none: [], all: [{ kilos: 1, kept: 'yes' }] });
  });

  it('go by every way of a switch whose rule holds, the rest by its own', async () => {
    const values = [
      { conditions: where('={{ $json.kilos }}', 'number', 'gt', 10), outputKey: 'huge' },
      { conditions: where('={{ $json.kilos }}', 'number', 'gt', 5), outputKey: 'big' },
    ];
    const route = (options: JsonObject) =>
      node('Route', 'switch', 3.2, { rules: { values }, options });
    const edges = [
      'Start>Route',
      'Route.0>A',
      'Route.1>B',
      'Route.2>C',
      'A>All.0',
      'B>All.1',
      'C>All.2',
    ];
    const rest = [
      set('A', { way: 'a' }),
      set('B', { way: 'b' }),
      set('C', { way: 'c' }),
      node('All', 'merge', 3.2, { numberInputs: 3 }),
    ];
    const ways = async (options: JsonObject) => {
      const { output } = await runN8n({
        nodes: [start, route(options), ...rest],
        edges,
        input: shelf,
      });
      return Array.isArray(output)
        ? output.map((item) =>
            JSON.stringify(item).replace(/.*"fruit":"(\w+)".*"way":"(\w)".*/, '$1 $2'),
          )
        : [];
    };
    expect(await ways({ fallbackOutput: 'extra' })).toEqual(['plum a', 'pear b', 'fig c']);
    expect(await ways({ allMatchingOutputs: true })).toEqual(['plum a', 'plum b', 'pear b']);
  });
});

describe('[C1301] lists', () => {
  const left = code('L', 'return [{ id: 1, n: "a" }, { id: 2, n: "b" }, { id: 3, n: "c" }]');
  const right = code('R', 'return [{ id: 2, p: 20 }, { id: 1, p: 10 }, { id: 9, p: 90 }]');
  const edges = ['Start>L', 'Start>R', 'L>M.0', 'R>M.1'];
  const merged = async (parameters: JsonObject) => {
    const nodes = [start, left, right, node('M', 'merge', 3.2, parameters)];
    return (await runN8n({ nodes, edges, input: [{}] })).output;
  };

  it('are merged by position, by fields, in all combinations, or one of them', async () => {
    expect(await merged({ mode: 'combine', combineBy: 'combineByPosition' })).toEqual([
      { id: 2, n: 'a', p: 20 },
      { id: 1, n: 'b', p: 10 },
      { id: 9, n: 'c', p: 90 },
    ]);
    const byId = { mode: 'combine', fieldsToMatchString: 'id' };
    expect(await merged({ ...byId, joinMode: 'keepMatches' })).toEqual([
      { id: 1, n: 'a', p: 10 },
      { id: 2, n: 'b', p: 20 },
    ]);
    expect(await merged({ ...byId, joinMode: 'enrichInput1' })).toEqual([
      { id: 1, n: 'a', p: 10 },
      { id: 2, n: 'b', p: 20 },
      { id: 3, n: 'c' },
    ]);
    expect(await merged({ ...byId, joinMode: 'keepNonMatches' })).toEqual([
      { id: 3, n: 'c' },
      { id: 9, p: 90 },
    ]);
    expect(await merged({ mode: 'combine', combineBy: 'combineAll' })).toHaveLength(9);
    expect(await merged({ mode: 'chooseBranch', useDataOfInput: 2 })).toHaveLength(3);
  });

  it('are sorted, deduplicated, limited, renamed, summarised and put together', async () => {
    const nodes = [
      start,
      node('Sort', 'sort', 1, {
        sortFieldsUi: { sortField: [{ fieldName: 'kilos', order: 'descending' }] },
      }),
      node('Two', 'limit', 1, { maxItems: 2, keep: 'lastItems' }),
      node('Rename', 'renameKeys', 1, { keys: { key: [{ currentKey: 'fruit', newKey: 'name' }] } }),
      node('One', 'aggregate', 1, {
        aggregate: 'aggregateAllItemData',
        destinationFieldName: 'rows',
      }),
    ];
    const { output } = await runN8n({
      nodes,
      edges: ['Start>Sort', 'Sort>Two', 'Two>Rename', 'Rename>One'],
      input: shelf,
    });
    expect(output).toEqual([
      {
        rows: [
          { name: 'pear', kilos: 7 },
          { name: 'fig', kilos: 3 },
        ],
      },
    ]);
  });

  it('are summed by group', async () => {
    const parameters = {
      fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'n' }, { field: 'n' }] },
      fieldsToSplitBy: 'g',
    };
    const { output } = await runN8n({
      nodes: [start, node('Sum', 'summarize', 1.1, parameters)],
      edges: ['Start>Sum'],
      input: [
        { g: 'x', n: 1 },
        { g: 'y', n: 5 },
        { g: 'x', n: 3 },
      ],
    });
    expect(output).toEqual([
      { sum_n: 4, count_n: 2, g: 'x' },
      { sum_n: 5, count_n: 1, g: 'y' },
    ]);
  });
});

describe('[C1302] code', () => {
  it('gets its items wrapped, and may return them wrapped or plain', async () => {
    const nodes = [
      start,
      code('All', 'return $input.all().flatMap(i => [i, { n: -i.json.n }])'),
      code('Each', 'return { json: { ...$json, at: $itemIndex } }', {
        parameters: {
          mode: 'runOnceForEachItem',
          jsCode: 'return { json: { ...$json, at: $itemIndex } }',
        },
      }),
    ];
    const { output } = await runN8n({
      nodes,
      edges: ['Start>All', 'All>Each'],
      input: [{ n: 1 }, { n: 2 }],
    });
    expect(output).toEqual([
      { n: 1, at: 0 },
      { n: -1, at: 1 },
      { n: 2, at: 2 },
      { n: -2, at: 3 },
    ]);
  });

  it('makes hashes with the module that n8n has for them', async () => {
    const jsCode = `const { createHash, createHmac } = require('crypto');
return [{
  sum: createHash('sha256').update('a').update('bc').digest('hex'),
  old: createHash('md5').update('abc').digest('base64'),
  signed: createHmac('sha1', 'key').update('abc').digest('hex'),
}];`;
    const { output, losses } = await runN8n({
      nodes: [start, code('Sign', jsCode)],
      edges: ['Start>Sign'],
      input: [{}],
    });
    expect(losses).toEqual([]);
    expect(output).toEqual([
      {
        sum: createHash('sha256').update('abc').digest('hex'),
        old: createHash('md5').update('abc').digest('base64'),
        signed: createHmac('sha1', 'key').update('abc').digest('hex'),
      },
    ]);
  });

  it('reads other nodes, and expressions that only code can compute do too', async () => {
    const hard = set('Hard', {
      kind: '={{ (() => { const total = $("Start").all().length; return $json.kilos > 5 ? "many of " + total : "few"; })() }}',
    });
    const { output, losses } = await runN8n({
      nodes: [start, hard],
      edges: ['Start>Hard'],
      input: shelf,
    });
    expect(losses).toEqual([]);
    expect(output).toMatchObject([{ kind: 'few' }, { kind: 'many of 3' }, { kind: 'many of 3' }]);
  });

  it('knows times and formats of n8n', async () => {
    const source =
      'const d = DateTime.fromISO("2024-01-31"); return [{ later: d.plus({ months: 1 }).toISODate(), long: d.toFormat("cccc d LLLL yyyy"), week: d.startOf("week").toISODate(), days: d.diff(DateTime.fromISO("2024-01-01"), "days").days }]';
    const { output } = await runN8n({
      nodes: [start, code('Times', source)],
      edges: ['Start>Times'],
      input: [{}],
    });
    expect(output).toEqual([
      { later: '2024-02-29', long: 'Wednesday 31 January 2024', week: '2024-01-29', days: 30 },
    ]);
  });

  it('hashes and reads pages', async () => {
    const page = '<ul><li class="a">One</li><li>Two &amp; <b>three</b></li></ul><a href="/x">X</a>';
    const values = [
      { key: 'rows', cssSelector: 'ul > li', returnArray: true },
      { key: 'first', cssSelector: 'li.a' },
      { key: 'link', cssSelector: 'a[href]', returnValue: 'attribute', attribute: 'href' },
    ];
    const nodes = [
      start,
      node('Hash', 'crypto', 1, { type: 'MD5', value: 'abc', dataPropertyName: 'md5' }),
      node('Sign', 'crypto', 1, {
        action: 'hmac',
        type: 'SHA1',
        value: 'abc',
        secret: 'key',
        dataPropertyName: 'hmac',
      }),
      node('Read', 'html', 1.2, {
        operation: 'extractHtmlContent',
        dataPropertyName: 'page',
        extractionValues: { values },
      }),
    ];
    const hashed = await runN8n({
      nodes: nodes.slice(0, 3),
      edges: ['Start>Hash', 'Hash>Sign'],
      input: [{}],
    });
    expect(hashed.output).toEqual([
      { md5: '900150983cd24fb0d6963f7d28e17f72', hmac: '4fd0b215276ef12f2b3e4c8ecac2811498b656fc' },
    ]);
    const read = await runN8n({
      nodes: [start, nodes[3] ?? {}],
      edges: ['Start>Read'],
      input: [{ page }],
    });
    expect(read.output).toEqual([{ rows: ['One', 'Two & three'], first: 'One', link: '/x' }]);
  });
});

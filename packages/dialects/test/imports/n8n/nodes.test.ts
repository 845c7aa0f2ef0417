import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@skein/kernel';
import {
  behindStart,
  configOf,
  convert,
  errorsOf,
  kindsOf,
  n8n,
  nodeOf,
  start,
  type BuiltNode,
} from './build-n8n.ts';

function only(node: BuiltNode) {
  const imported = convert(behindStart(node));
  expect(errorsOf(imported)).toEqual([]);
  return imported;
}

const when = (left: string, type: string, operation: string, right: Json = ''): JsonObject => ({
  options: { caseSensitive: true, typeValidation: 'strict' },
  combinator: 'and',
  conditions: [{ leftValue: left, rightValue: right, operator: { type, operation } }],
});

describe('nodes that work on each item', () => {
  it('[N1310] Set keeps other fields in a data step, and drops them in a transform', () => {
    const assignments = {
      assignments: [{ name: 'tax', value: '={{ $json.price * 0.2 }}', type: 'number' }],
    };
    const kept = only({
      name: 'Edit',
      type: 'set',
      version: 3.4,
      parameters: { includeOtherFields: true, assignments },
    });
    expect(configOf(kept, 'edit')['steps']).toEqual([
      { op: 'set', fields: { tax: '${= number(item.price * 0.2) ?? null }' } },
    ]);
    const dropped = only({ name: 'Edit', type: 'set', version: 3.4, parameters: { assignments } });
    expect(nodeOf(dropped, 'edit')).toMatchObject({ type: 'transform', each: '${previous}' });
  });

  it('[N1310] dots and brackets in a name of Set are places inside', () => {
    const assignments = {
      assignments: [
        { name: 'user.tags[0]', value: 'x', type: 'string' },
        { name: 'user.name', value: 'Ann', type: 'string' },
      ],
    };
    const imported = only({ name: 'Edit', type: 'set', version: 3.4, parameters: { assignments } });
    expect(configOf(imported, 'edit')['value']).toEqual({ user: { tags: ['x'], name: 'Ann' } });
  });

  it('[N1310] old forms of Set say the same', () => {
    const values = {
      string: [{ name: 'a', value: 'x' }],
      number: [{ name: 'n', value: 2 }],
      boolean: [{ name: 'b', value: true }],
    };
    const imported = only({
      name: 'Edit',
      type: 'set',
      version: 1,
      parameters: { keepOnlySet: true, values },
    });
    expect(configOf(imported, 'edit')['value']).toEqual({ a: 'x', n: 2, b: true });
  });

  it('[N1311] IF parts items, and both ports lead on', () => {
    const source = n8n(
      [
        start,
        {
          name: 'Adult?',
          type: 'if',
          version: 2.2,
          parameters: { conditions: when('={{ $json.age }}', 'number', 'gte', 18) },
        },
        { name: 'Yes', type: 'noOp' },
        { name: 'No', type: 'noOp' },
      ],
      ['Start>Adult?', 'Adult?.0>Yes', 'Adult?.1>No'],
    );
    const imported = convert(source);
    expect(errorsOf(imported)).toEqual([]);
    expect(configOf(imported, 'adult')).toMatchObject({
      cases: [{ name: 'true', when: '${= exists(item.age) && item.age >= 18 }' }],
      rest: 'false',
    });
    expect(imported.definition['edges']).toContainEqual({
      from: 'adult',
      out: 'false',
      to: 'no',
      priority: 1,
    });
  });

  it.each([
    ['string', 'equals', 'x', '(item.a ?? "") == "x"'],
    ['string', 'notContains', 'x', '!(item.a ?? "").includes("x")'],
    ['string', 'regex', '^a/b', String.raw`text((item.a ?? "")).matches(/^a\/b/)`],
    ['string', 'notEmpty', '', '!empty(item.a)'],
    ['number', 'equals', '5', 'item.a == 5'],
    ['boolean', 'true', '', 'item.a == true'],
    ['dateTime', 'after', '2026-01-01', 'timestamp(item.a) > timestamp("2026-01-01")'],
    ['array', 'contains', 'x', 'list(item.a).includes("x")'],
    ['array', 'lengthGt', 2, 'list(item.a).length > 2'],
    ['object', 'exists', '', 'exists(item.a)'],
  ])('[N1311] the condition %s %s', (type, operation, right, expected) => {
    const imported = only({
      name: 'Keep',
      type: 'filter',
      version: 2.2,
      parameters: { conditions: when('={{ $json.a }}', type, operation, right) },
    });
    expect(configOf(imported, 'keep')['steps']).toEqual([
      { op: 'filter', where: `\${= ${expected} }` },
    ]);
  });

  it('[N1311] Switch has a port for each rule and one for the rest', () => {
    const values = [
      { conditions: when('={{ $json.n }}', 'number', 'gt', 10), outputKey: 'big' },
      { conditions: when('={{ $json.n }}', 'number', 'gt', 5) },
    ];
    const imported = only({
      name: 'Route',
      type: 'switch',
      version: 3.2,
      parameters: {
        rules: { values },
        options: { fallbackOutput: 'extra', allMatchingOutputs: true },
      },
    });
    expect(configOf(imported, 'route')).toMatchObject({
      all: true,
      rest: 'fallback',
      cases: [{ name: 'big' }, { name: '1' }],
    });
  });

  it('[N1312] HTTP Request keeps method, query, headers, body and credential', () => {
    const imported = only({
      name: 'Send',
      type: 'httpRequest',
      version: 4.2,
      parameters: {
        method: 'POST',
        url: '=https://api.example.org/{{ $json.id }}',
        authentication: 'genericCredentialType',
        genericAuthType: 'httpHeaderAuth',
        sendQuery: true,
        queryParameters: { parameters: [{ name: 'q', value: '={{ $json.q }}' }] },
        sendHeaders: true,
        headerParameters: { parameters: [{ name: 'X-A', value: 'b' }] },
        sendBody: true,
        bodyParameters: { parameters: [{ name: 'n', value: '={{ $json.n }}' }] },
      },
      more: { credentials: { httpHeaderAuth: { id: '1', name: 'Shop key' } } },
    });
    expect(configOf(imported, 'send_call')).toEqual({
      url: 'https://api.example.org/${= item.id ?? "" }',
      method: 'POST',
      query: { q: '${= item.q ?? null }' },
      headers: { 'X-A': 'b' },
      body: { json: { n: '${= item.n ?? null }' } },
      auth: { header: { name: 'Authorization', secret: 'SHOP_KEY' } },
    });
    expect(imported.secrets).toEqual(['SHOP_KEY']);
    expect(kindsOf(imported)).toEqual(['credential']);
  });

  it('[N1313] Code gets what it names: items, other nodes, times', () => {
    const jsCode =
      "const first = $('Start').first().json;\nreturn $input.all().map(i => ({ json: { ...i.json, at: $now.toISO(), first } }));";
    const imported = only({ name: 'Work', type: 'code', version: 2, parameters: { jsCode } });
    const { code, args } = configOf(imported, 'work');
    expect(args).toEqual({ nodes: { Start: '${= start.output ?? null }' } });
    expect(code).toContain(jsCode);
    expect(code).toContain('class DateTime');
    const plain = only({
      name: 'Work',
      type: 'code',
      version: 2,
      parameters: { jsCode: 'return items;' },
    });
    expect(configOf(plain, 'work')['code']).not.toContain('class DateTime');
  });

  it.each([
    ["const c = require('cheerio'); return [];", 'code-module'],
    ["const c = require('crypto'); return [c.randomBytes(4)];", 'code-module'],
    ["await fetch('https://example.org'); return [];", 'code-network'],
    ["const s = $getWorkflowStaticData('global'); return [];", 'static-data'],
    ['return [{ json: {}, binary: { data: { data: x, mimeType: y } } }];', 'binary'],
    ['return [{ a: 1 };', 'code-syntax'],
    ['const a = { &quot;b&quot;: 1 }; return [a];', 'code-syntax'],
  ])('[N1313] code that wants more than the sandbox has: %s', (jsCode, kind) => {
    expect(
      kindsOf(only({ name: 'Work', type: 'code', version: 2, parameters: { jsCode } })),
    ).toEqual([kind]);
  });

  it('[N1314] an app is a tool to bind, with all of its parameters', () => {
    const imported = only({
      name: 'Log row',
      type: 'googleSheets',
      version: 4,
      parameters: {
        operation: 'append',
        documentId: { __rl: true, mode: 'list', value: 'doc-1', cachedResultName: 'Orders' },
        columns: { value: { Name: '={{ $json.name }}' } },
      },
    });
    expect(configOf(imported, 'log_row_call')).toEqual({
      tool: 'googleSheets-append',
      args: {
        operation: 'append',
        documentId: 'doc-1',
        columns: { value: { Name: '${= item.name ?? null }' } },
      },
    });
    expect(imported.bindings).toEqual([
      expect.objectContaining({
        tool: 'googleSheets-append',
        title: 'Google Sheets: append',
        nodes: ['Log row'],
      }),
    ]);
    expect(imported.losses[0]?.message).toBe(
      '"Log row" is Google Sheets: append: bind the tool "googleSheets-append" to an MCP server, an OpenAPI operation or a function.',
    );
  });

  it('[N1315] Date & Time computes with the functions for times', () => {
    const imported = only({
      name: 'Later',
      type: 'dateTime',
      version: 2,
      parameters: {
        operation: 'addToDate',
        magnitude: '={{ $json.d }}',
        duration: 3,
        timeUnit: 'days',
      },
    });
    expect(configOf(imported, 'later')['value']).toEqual({
      newDate: '${= iso(addTime(iso(item.d), { days: 3 })) ?? null }',
    });
  });
});

describe('nodes that see the whole list', () => {
  it.each([
    [
      'sort',
      1,
      { sortFieldsUi: { sortField: [{ fieldName: 'age', order: 'descending' }] } },
      [{ op: 'sort', by: [{ field: 'age', order: 'desc' }] }],
    ],
    ['limit', 1, { maxItems: 3 }, [{ op: 'limit', count: 3 }]],
    ['limit', 1, {}, [{ op: 'limit', count: 1 }]],
    [
      'removeDuplicates',
      2,
      { compare: 'selectedFields', fieldsToCompare: 'id, name' },
      [{ op: 'dedupe', by: ['id', 'name'] }],
    ],
    [
      'renameKeys',
      1,
      { keys: { key: [{ currentKey: 'a', newKey: 'b' }] } },
      [{ op: 'rename', fields: { a: 'b' } }],
    ],
    [
      'splitOut',
      1,
      { fieldToSplitOut: 'rows', include: 'allOtherFields' },
      [{ op: 'split', field: 'rows', as: 'rows' }],
    ],
  ])('[N1316] %s', (type, version, parameters, steps) => {
    expect(configOf(only({ name: 'Do', type, version, parameters }), 'do')['steps']).toEqual(steps);
  });

  it.each([
    ['aggregate', { aggregate: 'aggregateAllItemData' }, '${= [{ "data": previous }] }'],
    [
      'aggregate',
      { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'id' }] } },
      '${= [{ "id": previous.map(item => item["id"] ?? null).filter(value => value != null) }] }',
    ],
    [
      'summarize',
      { fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'age' }] } },
      '${= [previous].map(rows => ({ "sum_age": rows.map(item => item["age"] ?? null).filter(value => value != null).sum() })) }',
    ],
  ])('[N1316] %s as an expression', (type, parameters, value) => {
    expect(configOf(only({ name: 'Do', type, parameters }), 'do')['value']).toBe(value);
  });

  it('[N1317] Merge waits for its inputs, and an edge more into one input has a port of its own', () => {
    const noOp = (name: string): BuiltNode => ({ name, type: 'noOp' });
    const source = n8n(
      [start, noOp('A'), noOp('B'), noOp('C'), { name: 'Both', type: 'merge', version: 3.2 }],
      ['Start>A', 'Start>B', 'Start>C', 'A>Both.0', 'B>Both.1', 'C>Both.1'],
    );
    const imported = convert(source);
    expect(errorsOf(imported)).toEqual([]);
    expect(nodeOf(imported, 'both')).toMatchObject({
      join: 'all',
      config: {
        value: '${= list(inputs.input1).concat(list(inputs.input2), list(inputs.input2_2)) }',
      },
    });
    expect(imported.definition['edges']).toContainEqual({ from: 'c', to: 'both', in: 'input2_2' });
  });
});

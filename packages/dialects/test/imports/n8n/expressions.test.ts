import { describe, expect, it } from 'vitest';
import { isObject } from '@skein/kernel';
import { canRemember } from '../../../src/imports/n8n/context/native-abilities.ts';
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

function fieldOf(value: string, type = 'any'): unknown {
  const source = n8n(
    [
      start,
      { name: 'Rows', type: 'code', version: 2, parameters: { jsCode: 'return []' } },
      set(value, type),
    ],
    ['Start>Rows', 'Rows>Edit'],
  );
  const imported = convert(source);
  expect(errorsOf(imported)).toEqual([]);
  const fields = configOf(imported, 'edit')['value'];
  return isObject(fields) ? fields['a'] : fields;
}

function set(value: string, type = 'any'): BuiltNode {
  const assignments = [{ id: '1', name: 'a', value, type }];
  return { name: 'Edit', type: 'set', version: 3.4, parameters: { assignments: { assignments } } };
}

describe('an expression of n8n', () => {
  it.each([
    ['={{ $json.price * 2 }}', '${= item.price * 2 ?? null }'],
    ['={{ $json["first name"].trim() }}', '${= item["first name"].trim() ?? null }'],
    ['={{ $json.tags?.[0]?.name ?? "none" }}', '${= item.tags[0].name ?? "none" }'],
    ['={{ $json.a === "x" ? 1 : 2 }}', '${= item.a == "x" ? 1 : 2 }'],
    ['={{ $itemIndex + 1 }}', '${= index + 1 ?? null }'],
    ['={{ $input.all().map(i => i.json.n) }}', '${= previous.map((i) => i.n) ?? null }'],
    ['={{ $input.first().json.n }}', '${= previous[0].n ?? null }'],
    ["={{ $('Start').first().json.n }}", '${= start.output[0].n ?? null }'],
    ["={{ $('Start').all().length }}", '${= start.output.length ?? null }'],
    ["={{ $('Rows').item.json.n }}", '${= item.n ?? null }'],
    ['={{ $node["Start"].json.n }}', '${= start.output[index].n ?? null }'],
    ["={{ $('Start').isExecuted }}", '${= exists(start.output) }'],
    ['={{ JSON.stringify($json, null, 2) }}', '${= json(item, 2) ?? null }'],
    ['={{ $json.text.toJsonString() }}', '${= json(item.text) ?? null }'],
    ['={{ [...new Set($json.tags)] }}', '${= [...list(item.tags).unique()] }'],
    ['={{ typeof $json.a === "string" }}', '${= type(item.a) == "text" }'],
    ['={{ $if($json.ok, "y", "n") }}', '${= (item.ok ? "y" : "n") ?? null }'],
    ['={{ $ifEmpty($json.a, "z") }}', '${= (empty(item.a) ? "z" : item.a) ?? null }'],
    ['={{ `Hi ${$json.name}` }}', '${= `Hi ${item.name ?? ""}` }'],
    ['={{ $json.t.replace(/\\"/g, "") }}', '${= item.t.replace(/"/g, "") ?? null }'],
  ])('[N1300] %s', (written, expected) => {
    expect(fieldOf(written)).toBe(expected);
  });

  it.each([
    ['={{ $now.toISO() }}', '${= iso(now) ?? null }'],
    [
      '={{ $today.minus({ days: 7 }).toFormat("yyyy-MM-dd") }}',
      '${= formatTime(addTime(iso(now.date), { days: -7 }), "yyyy-MM-dd") ?? null }',
    ],
    [
      '={{ DateTime.fromISO($json.d).plus(2, "hours").toISO() }}',
      '${= iso(addTime(iso(item.d), { hours: 2 })) ?? null }',
    ],
    ['={{ new Date($json.d).getTime() }}', '${= timestamp(iso(item.d)) ?? null }'],
    [
      '={{ $now.diff(DateTime.fromISO($json.d), "days").days }}',
      '${= timeBetween(iso(item.d), now, "days") ?? null }',
    ],
    ['={{ $now.startOf("month") }}', '${= formatTime(now, "yyyy-MM-01T00:00:00.000Z") ?? null }'],
    ['={{ $now.year }}', '${= timeParts(now).year ?? null }'],
  ])('[N1301] times: %s', (written, expected) => {
    expect(fieldOf(written)).toBe(expected);
  });

  it('[N1302] in a longer text nothing becomes an empty text, and dollars stay dollars', () => {
    expect(fieldOf('=Costs ${{ $json.price }} or {{ $json.other }}', 'string')).toBe(
      'Costs $$${= item.price ?? "" } or ${= item.other ?? "" }',
    );
  });

  it('[N1302] a text without = is literal, whatever it looks like', () => {
    expect(fieldOf('{{ $json.price }} and ${trigger}', 'string')).toBe(
      '{{ $json.price }} and $${trigger}',
    );
  });

  it('[N1303] what has no native form is computed by code, with the same source', () => {
    const source = '={{ (() => { const n = $json.n; return n > 1 ? "many" : "one"; })() }}';
    const imported = convert(behindStart(set(source)));
    expect(errorsOf(imported)).toEqual([]);
    expect(kindsOf(imported)).toEqual([]);
    expect(configOf(imported, 'edit')['code']).toContain('const n = $json.n; return n > 1');
  });

  it('[N1303] in front of other nodes code puts the values beside the items', () => {
    const body = {
      method: 'POST',
      url: 'https://example.org',
      sendBody: true,
      specifyBody: 'json',
      jsonBody: '={{ (() => { return { n: $json.n } })() }}',
    };
    const imported = convert(
      behindStart({ name: 'Send', type: 'httpRequest', version: 4.2, parameters: body }),
    );
    expect(errorsOf(imported)).toEqual([]);
    expect(configOf(imported, 'send_values')['code']).toContain('values: [');
    expect(JSON.stringify(configOf(imported, 'send_call'))).toContain('item.values[0]');
  });

  it('[N1304] an expression that cannot be said at all is a loss that names it', () => {
    const imported = convert(behindStart(set('={{ $binary.data.data }}')));
    expect(errorsOf(imported)).toEqual([]);
    expect(imported.losses[0]).toMatchObject({ kind: 'expression', node: 'Edit', native: 'edit' });
    expect(imported.losses[0]?.message).toContain('$binary.data.data');
  });

  it.each([
    ['={{ $binary.data.fileName }}', '${= item.binary.data.$file.name ?? null }'],
    ["={{ $json.a + $binary['my file'].mimeType }}", 'item.binary["my file"].$file.type'],
    ['={{ $input.item.binary.data.fileExtension }}', '.split(".")[-1]'],
  ])('[N2851] files of items: %s', (written, said) => {
    const imported = convert(behindStart(set(written)));
    expect([errorsOf(imported), imported.losses]).toEqual([[], []]);
    expect(JSON.stringify(imported.definition)).toContain(JSON.stringify(said).slice(1, -1));
  });

  it('[N1304] the id of an execution is that of the run', () => {
    expect(fieldOf('={{ $execution.id }}', 'string')).toBe('${trigger:id}');
  });

  it('[N1304] one that names a node that is not there is a loss', () => {
    const imported = convert(behindStart(set("={{ $('Gone').first().json.a }}")));
    expect(imported.losses[0]?.message).toContain('no node "Gone"');
  });

  it.each([
    '={{ $json.id } }}',
    "={{ $('It's').first().json.a }}",
    '={{ voice id }}',
    '={{ [-a-b-] }}',
  ])('[N1304] %s is no JavaScript, and does not become code either', (written) => {
    const hard = '={{ (() => { return 1 })() }}';
    const assignments = [
      { name: 'a', value: written, type: 'any' },
      { name: 'b', value: hard, type: 'any' },
    ];
    const parameters = { assignments: { assignments } };
    const imported = convert(behindStart({ name: 'Edit', type: 'set', version: 3.4, parameters }));
    expect(kindsOf(imported)).toContain('expression');
    const { code } = configOf(imported, 'edit');
    expect(code).toContain('type: "any", value: (null) }');
    expect(code).toContain('return 1');
  });

  it('[N1305] variables of the installation are state that someone fills in', () => {
    const imported = convert(behindStart(set('={{ $env.API_URL + $vars.region }}')));
    expect(imported.definition['state']).toEqual({ variables: { API_URL: null, region: null } });
    expect(kindsOf(imported)).toEqual(['binding']);
  });
});

describe('items that others read later', () => {
  it('[N1306] the ancestor of an item is the item itself right behind, and the only one of a node with one', () => {
    const hook: BuiltNode = {
      name: 'Hook',
      type: 'webhook',
      version: 2,
      parameters: { path: 'x' },
    };
    const imported = convert(
      n8n(
        [
          hook,
          {
            name: 'Rows',
            type: 'code',
            version: 2,
            parameters: { jsCode: 'return [{n:1},{n:2}]' },
          },
          set("={{ $('Hook').item.json.body.id }}"),
        ],
        ['Hook>Rows', 'Rows>Edit'],
      ),
    );
    expect(configOf(imported, 'edit')['value']).toEqual({
      a: '${= hook.output[0].body.id ?? null }',
    });
  });

  it('[N1306] the one at the same place, where every node in between makes one item of each', () => {
    const imported = convert(
      n8n(
        [start, name('A'), name('B'), set("={{ $('Start').item.json.id }}")],
        ['Start>A', 'A>B', 'B>Edit'],
      ),
    );
    expect(kindsOf(imported)).toEqual([]);
    expect(configOf(imported, 'edit')['value']).toEqual({
      a: '${= start.output[index].id ?? null }',
    });
  });

  it('[N1306] else what the item remembers, or a loss where items remember nothing', () => {
    const keep: BuiltNode = {
      name: 'Keep',
      type: 'filter',
      version: 2.2,
      parameters: { conditions: { combinator: 'and', conditions: [] } },
    };
    const source = n8n(
      [start, name('A'), keep, set("={{ $('Start').item.json.id }}")],
      ['Start>A', 'A>Keep', 'Keep>Edit'],
    );
    const imported = convert(source);
    expect(errorsOf(imported)).toEqual([]);
    const written = JSON.stringify(configOf(imported, 'edit'));
    expect(written).toContain(canRemember ? 'remembered(item, ' : 'start.output[index].id');
    expect(nodeOf(imported, 'start')['remember']).toBe(canRemember ? 'start' : undefined);
    expect(kindsOf(imported)).toEqual(canRemember ? [] : ['lineage']);
  });
});

function name(called: string): BuiltNode {
  const assignments = [{ name: 'b', value: 'x', type: 'string' }];
  return { name: called, type: 'set', version: 3.4, parameters: { assignments: { assignments } } };
}

// Goal: databases and mail servers are tools of the host, called with what a node of n8n says; only the account is left to a person.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { configOf, convert, errorsOf, kindsOf, n8n, start } from './build-n8n.ts';

function imported(type: string, parameters: JsonObject, version: number) {
  const more = { credentials: { any: { id: '1', name: 'Shop DB' } } };
  const node = { name: 'App', type: `n8n-nodes-base.${type}`, version, parameters, more };
  const made = convert(n8n([start, node], ['Start>App']));
  expect(errorsOf(made)).toEqual([]);
  return made;
}

/** The arguments of the call, where nothing but the account is left to do. */
function argsOf(type: string, parameters: JsonObject, version = 2.6) {
  const made = imported(type, parameters, version);
  expect(kindsOf(made)).toEqual(['binding']);
  const { tool, args } = configOf(made, 'app_call');
  expect(tool).toBe('shop-db');
  expect(made.bindings.map((binding) => binding.tool)).toEqual(['shop-db']);
  return args;
}

/** Whether it is a tool that somebody has to write. */
const isBound = (type: string, parameters: JsonObject, version = 2.6) =>
  imported(type, parameters, version).losses.some(({ message }) =>
    message.includes('bind the tool'),
  );

const list = (value: string) => ({ __rl: true, mode: 'list', value });
const orders = { schema: list('public'), table: list('orders') };

describe('Postgres', () => {
  it('[N3160] insert, update and upsert say columns and values apart', () => {
    const columns = {
      mappingMode: 'defineBelow',
      value: { id: '={{ $json.id }}', 'full "name"': 'Ann' },
      matchingColumns: ['id'],
    };
    expect(argsOf('postgres', { ...orders, columns })).toEqual({
      query: 'insert into "public"."orders" ("id", "full ""name""") values ($1, $2) returning *',
      values: ['${= item.id ?? null }', 'Ann'],
    });
    expect(argsOf('postgres', { ...orders, columns, operation: 'update' })).toEqual({
      query: 'update "public"."orders" set "full ""name""" = $1 where "id" = $2 returning *',
      values: ['Ann', '${= item.id ?? null }'],
    });
    expect(argsOf('postgres', { ...orders, columns, operation: 'upsert' })).toEqual({
      query:
        'insert into "public"."orders" ("id", "full ""name""") values ($1, $2) on conflict ("id") do update set "full ""name""" = excluded."full ""name""" returning *',
      values: ['${= item.id ?? null }', 'Ann'],
    });
    expect(
      argsOf('postgres', { ...orders, columns: { mappingMode: 'autoMapInputData' } }),
    ).toMatchObject({ values: '${= item.omit("binary").values() }' });
  });

  it('[N3160] insert of the first version names columns of the item', () => {
    expect(
      argsOf('postgres', { table: 'orders', columns: 'id, name', returnFields: '=*' }, 1),
    ).toEqual({
      query: 'insert into "orders" ("id", "name") values ($1, $2) returning *',
      values: ['${= item.id ?? null }', '${= item.name ?? null }'],
    });
  });

  it('[N3160] select and delete with conditions, order and limit', () => {
    const where = {
      values: [
        { column: 'state', value: '={{ $json.state }}' },
        { column: 'sent', condition: 'IS NULL' },
      ],
    };
    const sort = { values: [{ column: 'at', direction: 'DESC' }] };
    expect(
      argsOf('postgres', { ...orders, operation: 'select', where, sort, combineConditions: 'OR' }),
    ).toEqual({
      query:
        'select * from "public"."orders" where "state" = $1 or "sent" is null order by "at" desc limit $2',
      values: ['${= item.state ?? null }', 50],
    });
    const deleteTable = { ...orders, operation: 'deleteTable' };
    expect(argsOf('postgres', { ...deleteTable, deleteCommand: 'delete', where })).toMatchObject({
      query: 'delete from "public"."orders" where "state" = $1 and "sent" is null returning *',
    });
    expect(argsOf('postgres', { ...deleteTable, restartSequences: true })).toEqual({
      query: 'truncate table "public"."orders" restart identity',
    });
  });

  it('[N3161] names that are computed are quoted, whatever is in them', () => {
    const table = { __rl: true, mode: 'name', value: '={{ $json.table }}' };
    expect(argsOf('postgres', { table, operation: 'select', returnAll: true })).toEqual({
      query: 'select * from "public"."${= text((item.table ?? "")).replaceAll("\\"", "\\"\\"") }"',
      values: [],
    });
  });

  it('[N3161] expressions in a statement are computed with and without "=", quotes in texts doubled', () => {
    const executeQuery = { operation: 'executeQuery' };
    const query = "select * from t where a = '{{ $json.a }}' and b = {{ $json.b }}";
    const made = imported('postgres', { ...executeQuery, query }, 2.6);
    expect(configOf(made, 'app_call')['args']).toEqual({
      query:
        'select * from t where a = \'${= text((item.a ?? "")).replaceAll("\'", "\'\'") }\' and b = ${= text((item.b ?? "")) }',
      values: [],
    });
    expect(made.losses[0]?.message).toContain('write $1');
    expect(
      argsOf('postgres', {
        ...executeQuery,
        query: 'select * from t where a = $1 and b = $2;',
        options: { queryReplacement: '={{ $json.a }}, {{ $json.b }}' },
      }),
    ).toEqual({
      query: 'select * from t where a = $1 and b = $2;',
      values: ['${= item.a ?? null }', '${= item.b ?? null }'],
    });
  });

  it('[N3161] what one statement does not say stays a tool to bind', () => {
    const several = { operation: 'executeQuery', query: 'delete from a; delete from b' };
    expect(isBound('postgres', several)).toBe(true);
    expect(isBound('postgres', { operation: 'executeQuery', query: 'select $1:name' })).toBe(true);
    const options = { queryBatching: 'transaction' };
    expect(isBound('postgres', { ...orders, operation: 'select', options })).toBe(true);
    expect(
      isBound('postgres', { ...orders, operation: 'deleteTable', deleteCommand: 'delete' }),
    ).toBe(true);
  });
});

describe('Send Email', () => {
  it('[N3162] a mail, with the sender of the mail server', () => {
    const mail = {
      fromEmail: 'shop@example.org',
      toEmail: '={{ $json.mail }}',
      subject: 'Order',
      html: '<b>{{ $json.id }}</b>',
      options: { ccEmail: 'c@example.org', attachments: 'data, scan', appendAttribution: false },
    };
    const made = imported('emailSend', mail, 2.1);
    expect(kindsOf(made)).toEqual(['binding', 'literal']);
    expect(configOf(made, 'app_call')).toEqual({
      tool: 'shop-db',
      args: {
        subject: 'Order',
        to: '${= item.mail ?? null }',
        cc: 'c@example.org',
        html: '<b>{{ $json.id }}</b>',
        attachments: ['${= item.binary.data }', '${= item.binary.scan }'],
      },
    });
    expect(made.losses[0]?.message).toContain('"from" of that mail server: shop@example.org');
    expect(argsOf('emailSend', { ...mail, html: '', options: {}, text: 'plain' }, 2)).toMatchObject(
      {
        text: 'plain',
      },
    );
    expect(isBound('emailSend', { ...mail, options: { allowUnauthorizedCerts: true } })).toBe(true);
  });
});

describe('below an agent', () => {
  it('[N3163] they are code around the tool of the host, so that a model fills in what is left to it', () => {
    const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', version: 2 };
    const tool = {
      name: 'Ask',
      type: 'n8n-nodes-base.postgresTool',
      version: 2.5,
      parameters: {
        operation: 'executeQuery',
        query: "select * from t where a = '{{ $fromAI('name') }}'",
      },
    };
    const made = convert(n8n([start, agent, tool], ['Start>Agent', 'Ask>ai_tool>Agent']));
    expect(errorsOf(made)).toEqual([]);
    expect(made.definition['tools']).toMatchObject({
      Ask: {
        parameters: { properties: { name: { type: 'string' } } },
        code: {
          tools: ['postgres-account'],
          code: expect.stringContaining(
            `"query": "select * from t where a = '" + String(($fromAI('name')) ?? "").replaceAll("'", "''") + "'"`,
          ),
        },
      },
    });
  });
});

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument, routes, scopes, type Json, type Owner, type Route } from '@skein/api';
import { describe, expect, it } from 'vitest';
import { route } from '../src/routes/route.ts';

type Loose = ReturnType<typeof JSON.parse>;

const all = Object.entries<Route>(routes);

/** What an id after a part of a path names. Parts of a workflow belong to it. */
const owners: { readonly [part: string]: Owner } = {
  connections: 'server',
  workflows: 'workflow',
  runs: 'run',
  instances: 'run',
  diff: 'run',
  waits: 'wait',
  outputs: 'output',
  files: 'file',
  steps: 'step',
  triggers: 'trigger',
  hooks: 'trigger',
  agents: 'agent',
  keys: 'key',
  views: 'view',
  datasets: 'dataset',
  cases: 'dataset',
  evaluations: 'evaluation',
  outbox: 'message',
  destinations: 'server',
  // Of any user, for the operator.
  deliveries: 'server',
  mailboxes: 'server',
  secrets: 'server',
  providers: 'server',
  'mcp-servers': 'server',
};

function withoutNames(text: string): string {
  return text.replaceAll(/\{\w+\}/g, '{}');
}

function ownerAfter(steps: readonly string[], place: number): Owner | undefined {
  // What users set up for themselves, whatever it is.
  if (steps[1] === 'my') return 'setting';
  if (steps[1] === 'threads') return 'thread';
  if (steps[1] === 'openai') return steps[2] === 'models' ? 'workflow' : 'thread';
  // By the name under which other programs know a workflow, as in models of the OpenAI API.
  if (['chat', 'a2a', 'ag-ui'].includes(steps[1] ?? '')) return 'workflow';
  // What only the operator reaches.
  if (steps[1] === 'server') return 'server';
  return owners[place > 2 && steps[1] === 'workflows' ? 'workflows' : (steps[place - 1] ?? '')];
}

it('[R2] no two files of routes use one name: the later one would silently replace the earlier', async () => {
  const folder = path.join(import.meta.dirname, '../src/routes');
  const files = globSync('**/*-routes.ts', { cwd: folder });
  const groups = await Promise.all(
    files.map((file) => import(path.join(folder, file)) as Promise<Record<string, object>>),
  );
  const names = groups
    .flatMap(Object.entries)
    .filter(([name]) => name.endsWith('Routes'))
    .flatMap(([, group]) => Object.keys(group));
  expect(names.toSorted()).toEqual(Object.keys(routes).toSorted());
});

describe('the route table', () => {
  it.each(all)('[R2] %s is complete', (_, route) => {
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(named);
    expect(route.scope === null || scopes.includes(route.scope)).toBe(true);
    expect(route.summary).toMatch(/\.$/);
    const isWriting = route.method !== 'get';
    expect(route.body === undefined || isWriting).toBe(true);
    const isPreview = route.path === '/triggers/preview';
    const isLooking = (route.tag === 'workflows' || isPreview) && route.scope === 'read';
    expect(isWriting && route.scope === 'read' && !isLooking).toBe(false);
  });

  it.each(all)('[R9] %s says whose records its path names', (_, { path, owner = {} }) => {
    const steps = path.split('/');
    const named = steps.flatMap((step, place) =>
      step.startsWith('{') ? [[step.slice(1, -1), ownerAfter(steps, place)] as const] : [],
    );
    expect(owner).toEqual(Object.fromEntries(named));
  });

  it('[R9] a route that does not say it is refused by the compiler', () => {
    const probe = { method: 'get', tag: 'runs', summary: 'A probe.', scope: 'read' } as const;
    const answer = { statuses: [200], answer: null } as const;
    // @ts-expect-error: the path names a run, and the route does not say whose it is.
    route({ ...probe, ...answer, path: '/runs/{id}/probe' });
    // @ts-expect-error: of two runs it says it of one.
    route({ ...probe, ...answer, path: '/runs/{a}/probe/{b}', owner: { a: 'run' } });
    expect(route({ ...probe, ...answer, path: '/runs/{id}/probe', owner: { id: 'run' } })).toEqual(
      expect.objectContaining({ owner: { id: 'run' } }),
    );
    expect(route({ ...probe, ...answer, path: '/probes' })).not.toHaveProperty('owner');
  });

  it('[R10] docs/rest.md names every route for users', () => {
    const file = new URL('../../../docs/rest.md', import.meta.url);
    const text = withoutNames(readFileSync(file, 'utf8'));
    const missing = all.filter(([, { tag, path }]) => {
      // The page may leave out what stands before the last word of a path: `…/steps/{step}`.
      const [end = path] = /\/[^/{]+(?:\/\{\w+\})*$/.exec(path) ?? [];
      return tag !== 'system' && !text.includes(withoutNames(end));
    });
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('[R2] no two routes answer the same request', () => {
    const requests = all.map(
      ([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(requests).size).toBe(requests.length);
  });
});

describe('the OpenAPI document', () => {
  const document = openApiDocument({ version: '1.2.3' }) as Loose;

  it('[R3] has every route with all that it takes and gives', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
    for (const [name, route] of all) {
      const operation = document.paths[`/api/v1${route.path}`][route.method];
      expect(operation.operationId).toBe(name);
      const given = (operation.parameters ?? []).map((each: Loose) => `${each.in} ${each.name}`);
      const wanted = [
        ...Object.keys(route.params?.shape ?? {}).map((each) => `path ${each}`),
        ...Object.keys(route.query?.shape ?? {}).map((each) => `query ${each}`),
        ...Object.keys(route.headers?.shape ?? {}).map((each) => `header ${each}`),
      ];
      expect(given).toEqual(wanted);
      expect(operation.requestBody === undefined).toBe(route.body === undefined);
      for (const status of route.statuses)
        expect(operation.responses).toHaveProperty(String(status));
      expect(operation.responses).toHaveProperty('429');
    }
  });

  it('[R7] every body, answer and parameter has an example that fits', () => {
    const misfits = all.flatMap(([name, route]) => {
      const operation = document.paths[`/api/v1${route.path}`][route.method];
      const places = { path: route.params, query: route.query, header: route.headers };
      const [body] = Object.values<Loose>(operation.requestBody?.content ?? {});
      const answered = operation.responses[String(route.statuses[0])].content;
      const [answer] = Object.values<Loose>(answered ?? {});
      return [
        { what: 'body', schema: route.body, example: body?.example },
        {
          what: 'answer',
          schema: answer === undefined ? null : route.answer,
          example: answer?.example,
        },
        ...(operation.parameters ?? []).map((each: Loose) => ({
          what: each.name,
          schema: places[each.in as keyof typeof places]?.shape[each.name],
          example: each.example,
        })),
      ].flatMap(({ what, schema, example }) => {
        const problems = schema?.safeParse(example).error?.issues ?? [];
        return problems.length === 0 ? [] : [{ name, what, problems }];
      });
    });
    expect(misfits).toEqual([]);
  });

  it('[R3] refers to nothing that it does not hold', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, reference = ''] of references) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<Json | undefined>((at, step) => (at as Loose)?.[step], document);
      expect([reference, found !== undefined]).toEqual([reference, true]);
    }
    expect(JSON.stringify(document)).not.toContain('$defs');
  });
});

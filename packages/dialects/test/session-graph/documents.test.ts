// Goal: what the page about this dialect shows is true, its schema accepts what compiling accepts, and size costs no more than
// itself.
import { checkJsonSchema } from '@skein/agents';
import { readFileSync, readdirSync } from 'node:fs';
import type { Json } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import {
  compileDefinition,
  compileText,
  exportDefinition,
  findDialect,
  type Dialect,
} from '../../src/index.ts';

const dialect = findDialect('session-graph') as Dialect;
const root = new URL('../../../../', import.meta.url);

describe('docs/dialects/session-graph.md', () => {
  const text = readFileSync(new URL('docs/dialects/session-graph.md', root), 'utf8');
  const blocks = [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, block = '']) => block);

  it('[SG2] shows a sound document', () => {
    const [example = ''] = blocks;
    expect(compileText(example)).toMatchObject({ dialect: 'session-graph', diagnostics: [] });
  });
});

describe('the JSON schema', () => {
  const schema = dialect.schema();
  const accepts = (definition: Json) => checkJsonSchema(schema, definition).result === 'fits';
  const folder = new URL('examples/session-graph/', root);
  const names = readdirSync(folder).filter((name) => /^\d\d-[^.]+\.json$/.test(name));

  it.each(names)('[SG2] accepts the example %s', (name) => {
    expect(accepts(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))).toBe(true);
  });

  it.each<[string, Json]>([
    ['no steps', { paths: [] }],
    ['an empty id', { steps: [{ id: '' }] }],
    ['a function that is a number', { steps: [{ id: 'a', function: 1 }] }],
    ['a path without an end', { steps: [], paths: [{ from: 'a' }] }],
  ])('[SG2] refuses %s', (_, definition) => {
    expect(accepts(definition)).toBe(false);
  });
});

describe('large documents', () => {
  const size = 5_000;
  const ids = Array.from({ length: size }, (_, index) => (index === 0 ? 'root' : `s${index}`));
  const steps = ids.map((id, index) => ({
    id,
    function: 'f',
    input: { x: `@{SESSION_ID}.${ids[index - 1] ?? 'zz'}.y|d` },
  }));
  const paths = ids.slice(1).map((to, index) => ({ from: ids[index] ?? '', to, priority: 1 }));

  it('[SG2] compile and come back in time that grows with their size', () => {
    const start = cpuMs();
    const { workflow, graph } = compileDefinition({ steps, paths });
    expect(graph?.nodes).toHaveLength(size);
    if (workflow === null) throw new Error('sound');
    expect(dialect.export(workflow).losses).toEqual([]);
    expect(exportDefinition({ ...workflow, name: 'edited' }, dialect).losses).toEqual([]);
    expect(cpuMs() - start).toBeLessThan(15_000);
  });

  it('[SG2] so do as many mistakes', () => {
    const start = cpuMs();
    const wrong = steps.map((step) => ({ ...step, input: { x: `@{SESSION_ID}.un${step.id}.y` } }));
    const lost = paths.map((path) => ({ ...path, to: `no${path.to}` }));
    const { diagnostics } = compileDefinition(
      { steps: wrong, paths: lost },
      { functions: new Set(['g']) },
    );
    expect(diagnostics.map(({ code }) => code)).toContain('MORE_PROBLEMS');
    expect(cpuMs() - start).toBeLessThan(15_000);
  });
});

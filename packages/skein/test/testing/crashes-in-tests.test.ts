// Goal: users' tests survive a crash at every boundary, or show what it changes.
import { describe, expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { flow, folderOf, report } from './tested-letter.ts';

describe('[TS4] a crash at every boundary', () => {
  it('is survived, with waits, retries, tools, subagents and children', async () => {
    const [, ...others] = flow.nodes;
    const draft = { id: 'draft', type: 'llm', config: { prompt: 'About ${trigger.item}.' } };
    const child = { ...flow, id: 'child', nodes: [draft, ...others] };
    const workflow = {
      skein: 1,
      entry: ['boss'],
      nodes: [
        { id: 'boss', type: 'agent', config: { prompt: 'Go.', tools: ['look'] } },
        { id: 'helper', type: 'agent', config: { system: 'Help.' } },
        {
          id: 'all',
          type: 'map',
          config: { items: ['x', 'y'], workflow: child },
        },
        {
          id: 'flaky',
          type: 'llm',
          retry: { attempts: 3, backoffMs: 60_000 },
          config: { prompt: 'F.' },
        },
      ],
      edges: [
        { from: 'boss', to: 'helper', kind: 'subagent' },
        { from: 'boss', to: 'all' },
        { from: 'all', to: 'flaky' },
      ],
    };
    const script = {
      replies: [
        {
          when: { node: 'boss', call: 1 },
          toolCalls: [{ name: 'look' }, { name: 'helper', arguments: { input: 'Hi.' } }],
        },
        { when: { node: 'boss', call: 2 }, text: 'Fine.' },
        { when: { node: 'flaky', call: 1 }, error: { status: 503, message: 'away' } },
        { when: { node: 'flaky', call: 2 }, text: 'There.' },
      ],
      tools: { look: { result: 3 } },
    };
    const people = [
      { node: 'all/0/review', answer: 'approve', afterMs: 1000 },
      { node: 'all/1/review', answer: 'approve', afterMs: 2000 },
    ];
    const test = { people, crash: 'every-boundary', expect: { output: 'There.' } };
    const { failures: found, crashes } = await report(test, { workflow, script });
    expect(found).toEqual([]);
    expect(crashes).toBeGreaterThan(30);
  });

  it('[X340] sends events again after a crash, wherever it was', async () => {
    const workflow = {
      skein: 1,
      nodes: [
        { id: 'one', type: 'event', config: { name: 'paid' } },
        { id: 'two', type: 'event', config: { name: 'paid' } },
        { id: 'sum', type: 'transform', config: { value: ['${one.output}', '${two.output}'] } },
      ],
      edges: [
        { from: 'one', to: 'two' },
        { from: 'two', to: 'sum' },
      ],
    };
    const events = [
      { name: 'paid', data: 1 },
      { name: 'paid', data: 2, afterMs: 5000 },
    ];
    const test = { events, crash: 'every-boundary', expect: { output: [1, 2] } };
    const { failures: found, crashes } = await report(test, { workflow });
    expect(found).toEqual([]);
    expect(crashes).toBeGreaterThan(5);
  });

  it('shows what a crash changes', async () => {
    const folder = folderOf({
      'skein.config.json': { functions: ['./functions.mjs'] },
      'functions.mjs':
        'let calls = 0;\nexport const functions = { count: () => (calls += 1) - calls + calls };\n',
      'a.test.json': {
        workflow: {
          skein: 1,
          nodes: [{ id: 'n', type: 'function', config: { name: 'count' } }],
          edges: [],
        },
        tests: [{ name: 'counts', crash: 'every-boundary', expect: {} }],
      },
    });
    const { code, stdout } = await callSkein(['test', 'a.test.json'], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(/With a crash (?:before|after) append \d it ends differently/);
    expect(stdout).toContain('/tests/0/crash');
  });
});

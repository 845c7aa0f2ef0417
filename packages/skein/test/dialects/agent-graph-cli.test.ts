// Agent graphs at the command line: refused, paused, answered, shown, converted.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { compileText } from '@skein/dialects';
import { afterAll, describe, expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { folderWith, skein } from '../spawn-skein.ts';
import { agent, executor, graph, when } from './agent-graph-flow.ts';

const examples = fileURLToPath(new URL('../../../../examples/agent-graph', import.meta.url));
const stuck = graph([agent('a'), agent('b')], [when('a', 'B', 'b'), when('b', 'A', 'a')]);
const replies = [
  { when: { node: 'a' }, text: '{"next":"B"}', repeat: true },
  { when: { node: 'b' }, text: '{"next":"A"}', repeat: true },
];
const { folder, remove } = folderWith({
  'stuck.json': JSON.stringify(stuck),
  'solo.json': {
    id: 'solo',
    entrypointNodeId: 'n',
    nodes: [{ id: 'n', nodeType: 'AGENT', nodeName: 'Solo', agentId: 'kept' }],
    edges: [],
  },
  'stuck.script.json': { replies },
});
afterAll(remove);

const example = (...given: readonly string[]) => callSkein(given, { cwd: examples });

describe('validate', () => {
  it('[AG2] refuses edges to a node that is missing, and names both', async () => {
    const { code, stdout } = await example('validate', '04-missing-node.json');
    expect(code).toBe(2);
    for (const name of ['node-uuid-6', 'edge-uuid-15', 'edge-uuid-16', 'edge-uuid-17'])
      expect(stdout).toContain(name);
  });

  it('[AG3] takes the same workflow with the node in its list', async () => {
    const { code, stdout } = await example('validate', '01-2n-chat.json', '--json');
    expect(code).toBe(0);
    const { valid, diagnostics } = JSON.parse(stdout) as {
      readonly valid: boolean;
      readonly diagnostics: readonly { readonly code: string; readonly severity: string }[];
    };
    expect(valid).toBe(true);
    // Its tools are those of its script.
    expect(new Set(diagnostics.map(({ code, severity }) => `${severity} ${code}`))).toEqual(
      new Set(['warning TOOL_NOT_REGISTERED']),
    );
  });

  it('[AG15] knows the tools that the configuration registers, and those of its servers', async () => {
    const definition = graph([agent('a'), executor], [when('a', 'tools', 't')], {
      agents: [{ id: 'a', tools: [{ name: 'look' }, { name: 'files-read' }, { name: 'gone' }] }],
    });
    const project = folderWith({
      'graph.json': JSON.stringify(definition),
      'skein.config.json': {
        functions: ['./tools.mjs'],
        mcpServers: { files: { command: 'never-started' } },
      },
      'tools.mjs': `export const tools = { look: { description: 'Looks.', run: () => 1 } };`,
    });
    const given = ['validate', 'graph.json', '--json'];
    const { stdout } = await callSkein(given, { cwd: project.folder });
    project.remove();
    expect(JSON.parse(stdout)).toMatchObject({
      valid: true,
      diagnostics: [{ code: 'TOOL_NOT_REGISTERED', pointer: '/agents/0/tools/2/name' }],
    });
  });
});

describe('run', () => {
  const words = ['run', '01-2n-chat.json', '--script', '01-2n-chat.script.json', '--json'];
  const chat = [...words, '--dialect', 'agent-graph', '--view', 'agent-graph', '--input', 'Hi'];

  it("[AG11] pauses with exit code 3 for the user, answered by the agent's id", async () => {
    const paused = await example(...chat);
    expect(paused.code).toBe(3);
    expect(JSON.parse(paused.stdout)).toMatchObject({ status: 'waiting', currentNode: 'RC2' });
    const answers = ['node-uuid-2=Yes, and is that usual?', 'node-uuid-6=Bye.'];
    const ended = await example(...chat, ...answers.flatMap((answer) => ['--answer', answer]));
    expect(ended.code).toBe(0);
    const view = JSON.parse(ended.stdout) as object;
    expect(Object.keys(view)).toEqual(['messages', 'next', 'currentNode', 'steps', 'status']);
    expect(view).toMatchObject({ status: 'completed', next: 'END', currentNode: null, steps: 9 });
  });

  it('[C81] counts, shows and explains what was written only', async () => {
    const validated = await example('validate', '01-2n-chat.json', '--json');
    expect(JSON.parse(validated.stdout)).toMatchObject({ files: [{ nodes: 6, edges: 20 }] });
    const spoken = chat.filter((word) => word !== '--json');
    const { stdout, stderr } = await example(
      ...spoken,
      '--answer',
      'node-uuid-2=Yes, and is that usual?',
      '--explain',
      'node-uuid-2',
      '--explain',
      'node-uuid-6',
    );
    expect(stderr).toContain('◆ node-uuid-2 waits for an answer: ');
    expect(stderr).toContain('✔ node-uuid-2 was answered in ');
    expect(stdout).toContain('"node-uuid-6" is waiting.');
    expect(`${stdout}${stderr}`).not.toMatch(/:turn:|:end|agent-graph\.turn/);
  });

  it('[C82] names the open waits beside JSON too', async () => {
    const { stderr } = await example(...chat);
    expect(stderr).toContain("Answer it with --answer 'node-uuid-2=");
  });

  it('[AG8] ends with exit code 7 at a limit', async () => {
    const given = ['run', 'stuck.json', '--script', 'stuck.script.json', '--input', 'x', '--json'];
    const { code, stdout, stderr } = await callSkein(given, { cwd: folder });
    expect(code).toBe(7);
    expect(JSON.parse(stdout)).toMatchObject({ error: { details: { limit: 'maxRepeats' } } });
    expect(stderr).toContain('maxRepeats');
  });
});

describe('stored agents', () => {
  it('[C159] a run of a file takes them from its store, and warns about no other than those that are missing', async () => {
    const file = path.join(folder, 'agents.db');
    const given = ['solo.json', '--store', `sqlite:${file}`];
    const before = await callSkein(['save', ...given], { cwd: folder });
    expect([before.code, before.stderr]).toEqual([0, expect.stringContaining('AGENT_UNKNOWN')]);
    const database = new DatabaseSync(file);
    database.exec(`insert into skein_agents (id, name) values ('kept', 'Kept')`);
    database.close();
    const { code, stderr } = await callSkein(['run', ...given, '--input', 'hi'], { cwd: folder });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('AGENT_UNKNOWN')]);
  });
});

describe('save', () => {
  it('[C142] saves without running, and deletes and recreates the rows of a workflow', async () => {
    const file = path.join(folder, 'saved.db');
    const store = ['--store', `sqlite:${file}`];
    const rows = (sql: string) => {
      const database = new DatabaseSync(file);
      try {
        return database.prepare(sql).all();
      } finally {
        database.close();
      }
    };
    const saved = await callSkein(['save', 'stuck.json', '--json', ...store], { cwd: folder });
    expect(saved.code).toBe(0);
    const [{ id, dialect }] = (
      JSON.parse(saved.stdout) as { saved: [{ id: string; dialect: string }] }
    ).saved;
    expect(dialect).toBe('agent-graph');
    const count = 'select count(*) as n from skein_workflow_edges';
    expect(rows(count)).toMatchObject([{ n: 2 }]);
    rows(`insert into skein_workflow_edges (id, workflowId, sourceNodeId, conditionType)
      values ('stray', '${id}', 'b', 'ALWAYS')`);
    const again = ['save', 'stuck.json', '--tables', 'recreate', ...store];
    const recreated = await callSkein(again, { cwd: folder });
    expect([recreated.code, recreated.stdout.split('  ')[0]]).toEqual([0, id]);
    expect(rows(count)).toMatchObject([{ n: 2 }]);
    expect(rows('select count(*) as n from skein_runs')).toMatchObject([{ n: 0 }]);
    const nowhere = await callSkein(['save', 'stuck.json'], { cwd: folder });
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('--store')]);
  });
});

describe('convert', () => {
  it('[AG9] there and back again changes nothing', async () => {
    const native = await example('convert', '01-2n-chat.json', '--to', 'native');
    expect(native.code).toBe(0);
    const back = await skein(['convert', '-', '--from', 'native', '--to', 'agent-graph'], {
      stdin: native.stdout,
    });
    const original: unknown = JSON.parse(
      readFileSync(path.join(examples, '01-2n-chat.json'), 'utf8'),
    );
    expect(JSON.parse(back.stdout)).toEqual(original);
  });
});

describe('docs/dialects/agent-graph.md', () => {
  it('[AG2] its example is sound', () => {
    const page = new URL('../../../../docs/dialects/agent-graph.md', import.meta.url);
    const [, json = ''] = /^```json\n(.*?)^```/ms.exec(readFileSync(page, 'utf8')) ?? [];
    expect(compileText(json)).toMatchObject({ dialect: 'agent-graph', diagnostics: [] });
  });
});

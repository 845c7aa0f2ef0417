// Goal: a coding agent can write a workflow with the tools alone. Method: the official client, with the steps that an agent takes: it
// reads, writes something wrong, repairs it by what it is told, tries, asks why, and tests. The server is the real command.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStdio, type Connected } from './mcp-clients.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-building-'));
let connected: Connected;
const requests: string[] = [];
const site = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  writeFileSync(path.join(folder, 'host.mjs'), hostModule);
  const config = { functions: ['./host.mjs'], http: { allow: [siteAddress()] } };
  writeFileSync(path.join(folder, 'skein.config.json'), JSON.stringify(config));
  connected = await connect();
});
afterAll(async () => {
  await connected.close();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a host brings along, and what becomes known of it. */
const hostModule = `import { appendFileSync } from 'node:fs';
const note = (what) => { appendFileSync(new URL('calls', import.meta.url), what + '\\n'); return what; };
export const functions = {
  'mail.send': { run: () => note('function') },
  'text.upper': { effect: 'pure', run: () => 'PURE' },
};
export const tools = { pay: { description: 'Pays.', run: () => note('tool') } };`;

function siteAddress(): string {
  const address = site.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

function connect(): Promise<Connected> {
  const place = { path: folder, file: (name: string) => path.join(folder, name), remove: () => {} };
  return connectStdio(place, {
    era: 'newer',
    args: ['--build', '--store', `sqlite:${path.join(folder, 'skein.db')}`],
  });
}

interface Told {
  readonly [key: string]: unknown;
  readonly version: string;
  readonly run: string;
  readonly diagnostics: readonly { readonly code: string; readonly pointer: string }[];
}

async function call(name: string, given: object = {}): Promise<Told> {
  const result = (await connected.client.callTool({
    name,
    arguments: { ...given },
  })) as CallToolResult;
  expect({ name, ...(result.isError === true ? result : {}) }).toEqual({ name });
  return result.structuredContent as unknown as Told;
}

async function refusal(name: string, given: object): Promise<string> {
  const result = (await connected.client.callTool({
    name,
    arguments: { ...given },
  })) as CallToolResult;
  expect(result.isError).toBe(true);
  return result.content.map((each) => (each.type === 'text' ? each.text : '')).join('');
}

const refund = {
  skein: 1,
  id: 'refund',
  name: 'Refunds',
  nodes: [
    { id: 'judge', type: 'llm', config: { prompt: 'Is this fair? ${trigger.text}' } },
    {
      id: 'big',
      type: 'if',
      config: { condition: { left: '${trigger.amount}', op: 'gt', right: 100 } },
    },
    { id: 'ask', type: 'approval', config: { prompt: 'Pay ${trigger.amount}?' } },
    { id: 'pay', type: 'transform', config: { value: { paid: '${trigger.amount}' } } },
  ],
  edges: [
    { from: 'judge', to: 'big' },
    { from: 'big', out: 'true', to: 'ask' },
    { from: 'big', out: 'no', to: 'pay' },
    { from: 'ask', out: 'approved', to: 'pay' },
  ],
};

describe('[M1500] the tools for building', () => {
  it('[M1100] those that run or save something are not marked as read-only', async () => {
    const { tools } = await connected.client.listTools();
    const acting = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    expect(acting.map(({ name }) => name).toSorted()).toEqual([
      'patch_workflow',
      'save_workflow',
      'test_workflow',
      'try_workflow',
    ]);
  });

  it('are ten, and together short', async () => {
    const { tools } = await connected.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_node_types',
      'get_node_type',
      'find_examples',
      'read_docs',
      'validate_workflow',
      'save_workflow',
      'patch_workflow',
      'try_workflow',
      'explain_run',
      'test_workflow',
    ]);
    expect(JSON.stringify(tools).length).toBeLessThan(8000);
  });

  it('tell what workflows are made of, and how', async () => {
    const { types } = await call('list_node_types');
    expect(types).toContainEqual(expect.stringMatching(/^approval: /));
    const approval = await call('get_node_type', { type: 'approval' });
    expect(approval).toMatchObject({
      type: 'approval',
      ports: ['approved', 'rejected', 'expired'],
    });
    expect(approval['example']).toMatchObject({ type: 'approval' });
    expect(await refusal('get_node_type', { type: 'approve' })).toContain('there are');
    const { examples } = await call('find_examples', { query: 'approval contract' });
    expect(examples).toContainEqual(expect.objectContaining({ id: '04-contract-approvals' }));
    const { definition } = await call('find_examples', { id: '04-contract-approvals' });
    expect(definition).toMatchObject({ skein: 1 });
    expect((await call('read_docs'))['pages']).toContain('native');
    const { passages } = await call('read_docs', { query: 'join all branches' });
    expect(JSON.stringify(passages).length).toBeLessThan(8000);
    expect(passages).toContainEqual(expect.objectContaining({ page: 'joins' }));
  });
});

describe('[M1501] a workflow is built', () => {
  let version = '';

  it('is saved with its problems, which a patch repairs', async () => {
    const saved = await call('save_workflow', { definition: refund });
    expect(saved).toMatchObject({ id: 'refund', draft: true, valid: true });
    expect(saved.diagnostics.map(({ code }) => code)).toContain('PORT_NEVER_FIRES');
    const patched = await call('patch_workflow', {
      id: 'refund',
      ops: [
        { op: 'remove_edge', from: 'big', to: 'pay' },
        { op: 'add_edge', edge: { from: 'big', out: 'false', to: 'pay' } },
        { op: 'update_node', id: 'judge', change: { config: { maxOutputTokens: 20 } } },
      ],
    });
    expect(patched).toMatchObject({ valid: true, diagnostics: [], unchanged: 0 });
    expect(patched['fixed']).toBeGreaterThan(0);
    version = patched.version;
  });

  it('[M3203] an operation of the wrong form is refused with the right one', async () => {
    const ops = [{ op: 'update_node', id: 'judge', config: { maxOutputTokens: 20 } }];
    const refused = await connected.client.callTool({
      name: 'patch_workflow',
      arguments: { id: 'refund', ops },
    });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        error: { message: expect.stringContaining('"change":{"config":{…}}') },
      },
    });
  });

  it('is tried without a model, and says why', async () => {
    const script = { replies: [{ when: { node: 'judge' }, text: 'yes' }] };
    const small = await call('try_workflow', {
      id: 'refund',
      version,
      script,
      input: { text: 'broken', amount: 40 },
    });
    expect(small).toMatchObject({
      status: 'completed',
      output: { paid: 40 },
      nodes: { judge: 'completed', ask: 'skipped', pay: 'completed' },
    });
    const { words } = await call('explain_run', { run: small.run, node: 'ask' });
    expect(JSON.stringify(words)).toContain('did not run');
    const big = { id: 'refund', version, script, input: { text: 'broken', amount: 400 } };
    expect(await call('try_workflow', big)).toMatchObject({ status: 'waiting', waits: ['ask'] });
    const answers = [{ node: 'ask', answer: 'approve' }];
    expect(await call('try_workflow', { ...big, answers })).toMatchObject({ status: 'completed' });
  });

  it('is tested', async () => {
    const tests = [
      { name: 'small', input: { text: 'a', amount: 5 }, expect: { nodes: { ask: 0, pay: 1 } } },
      { name: 'wrong', input: { text: 'a', amount: 5 }, expect: { nodes: { ask: 1 } } },
    ];
    const { tests: played } = await call('test_workflow', { id: 'refund', version, tests });
    expect(played).toMatchObject([
      { name: 'small', passed: true },
      { name: 'wrong', passed: false, failures: [{ message: '"ask" ran never, not once.' }] },
    ]);
  });

  it('stays a draft that nobody starts until it is published', async () => {
    const published = await call('save_workflow', {
      definition: { ...refund, name: 'Refunds of ours' },
      publish: true,
    });
    expect(published).toMatchObject({ draft: false });
    const draft = await call('save_workflow', { definition: { ...refund, name: 'Other' } });
    expect(draft).toMatchObject({ draft: true });
    expect(draft.version).not.toBe(published.version);
    // A draft may follow a draft; somebody else's version is never overwritten.
    const next = { definition: { ...refund, name: 'Another' }, baseVersion: draft.version };
    expect(await call('save_workflow', next)).toMatchObject({ draft: true });
    await call('save_workflow', { definition: { ...refund, name: 'Meanwhile' }, publish: true });
    expect(await refusal('save_workflow', next)).toContain('VERSION_CONFLICT');
  });
});

describe('[M1502] what cannot be done', () => {
  it.each([
    ['validate_workflow', {}, 'is not an object'],
    ['patch_workflow', { id: 'nobody', ops: [] }, 'WORKFLOW_NOT_FOUND'],
    ['patch_workflow', { id: 'refund', ops: [{ op: 'rename' }] }, 'unknown "op"'],
    [
      'patch_workflow',
      { id: 'refund', ops: [{ op: 'remove_node', id: 'x' }] },
      'there are "judge"',
    ],
    ['patch_workflow', { id: 'refund', ops: [{ op: 'add_node', node: { id: 'ask' } }] }, 'already'],
    [
      'patch_workflow',
      { id: 'refund', ops: [{ op: 'set', key: 'nodes', value: [] }] },
      'there are name',
    ],
    ['try_workflow', { id: 'refund', script: { replies: 1 } }, 'script'],
    ['explain_run', { run: 'try-99', node: 'ask' }, 'RUN_NOT_FOUND'],
    ['test_workflow', { id: 'refund', tests: [] }, 'is not a list of tests'],
    ['test_workflow', { id: 'refund', tests: [{ name: 'a', expects: 1 }] }, 'TEST_INVALID'],
  ])('%s says why', async (name, given, message) => {
    expect(await refusal(name, given)).toContain(message);
  });

  it('files of the machine are not read for a model', async () => {
    writeFileSync(path.join(folder, 'secret.json'), '{"replies":[]}');
    for (const key of ['script', 'cassette', 'workflow']) {
      const tests = [{ name: 'a', [key]: path.join(folder, 'secret.json') }];
      expect(await refusal('test_workflow', { id: 'refund', tests })).toContain('a file is named');
    }
    expect(readFileSync(path.join(folder, 'secret.json'), 'utf8')).toBe('{"replies":[]}');
  });
});

describe('[M1503] a trial', () => {
  const one = (type: string, config: object) => ({
    skein: 1,
    id: 'one',
    nodes: [
      { id: 'ask', type: 'approval', config: { prompt: 'Really?' } },
      { id: 'only', type, config },
    ],
    edges: [{ from: 'ask', out: 'approved', to: 'only' }],
  });
  const answers = [{ node: 'ask', answer: 'approve' }];
  const attempt = (definition: object, more: object = {}) =>
    call('try_workflow', { definition, answers, ...more });

  it('reaches nothing outside, whatever the model approves itself', async () => {
    const url = `http://${siteAddress()}/pay`;
    const sent = one('http', { method: 'POST', url });
    expect(await attempt(sent)).toMatchObject({
      status: 'failed',
      error: { code: 'HTTP_REFUSED' },
    });
    const called = await attempt(one('function', { name: 'mail.send' }));
    expect(JSON.stringify(called['error'])).toContain('is not called');
    expect(await attempt(one('tool', { tool: 'pay', args: {} }))).toMatchObject({
      status: 'failed',
    });
    const tests = [{ name: 'sends', people: answers, expect: { status: 'completed' } }];
    const { tests: played } = await call('test_workflow', { definition: sent, tests });
    expect(played).toMatchObject([{ passed: false }]);
    expect(requests).toEqual([]);
    expect(existsSync(path.join(folder, 'calls'))).toBe(false);
  });

  it('is answered by the script, and calls what has no effects', async () => {
    const script = { tools: { pay: { result: 'scripted' } } };
    const paid = await attempt(one('tool', { tool: 'pay', args: {} }), { script });
    expect(paid).toMatchObject({ status: 'completed', output: { last: 'pay' } });
    expect(await attempt(one('function', { name: 'text.upper' }))).toMatchObject({
      output: 'PURE',
    });
    expect(existsSync(path.join(folder, 'calls'))).toBe(false);
  });

  it('is real when it is asked to be', async () => {
    const url = `http://${siteAddress()}/live`;
    const sent = await attempt(one('http', { method: 'POST', url }), { live: true });
    expect(sent).toMatchObject({ status: 'completed' });
    expect(requests).toEqual(['/live']);
  });
});

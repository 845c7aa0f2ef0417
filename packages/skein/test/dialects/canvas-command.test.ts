// Goal: what people type. Pause, answer, finish; the view of a canvas; all seven rules of subagents; both ways of converting.
import type { Json } from '@skein/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

const letters = {
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start', x: 0, y: 0, data: { initialInput: 'Dear Ada' } },
    { id: 'p', type: 'approval', x: 1, y: 0, data: { prompt: 'Send it?' } },
    { id: 'send', type: 'agent', x: 2, y: 0, data: { agentName: 'Clerk' } },
  ],
  connections: [
    { source: 'start', target: 'p' },
    { source: 'p', sourceHandle: 'approve', target: 'send' },
  ],
};

const agent = (id: string, subagents = true) => ({
  id,
  type: 'agent',
  data: { tools: { subagents } },
});
const link = (source: string, target: string, more = {}) => ({
  source,
  sourceHandle: 'subagent',
  target,
  ...more,
});
const brokenRules = {
  nodes: [
    { id: 'start', type: 'start' },
    agent('a'),
    agent('b'),
    agent('c'),
    agent('d'),
    agent('off', false),
    agent('flows'),
    agent('self'),
  ],
  connections: [
    { source: 'start', target: 'a' },
    link('start', 'b'),
    link('off', 'd'),
    link('a', 'flows', { targetHandle: 'tools' }),
    link('self', 'self'),
    link('b', 'c'),
    link('c', 'b'),
    { source: 'a', target: 'flows' },
  ],
};

const { folder, remove } = folderWith({
  'letters.json': letters,
  'rules.json': brokenRules,
  'script.json': { replies: [{ when: { node: 'Clerk' }, text: 'Sent.' }] },
});
afterAll(remove);

const run = (...given: readonly string[]) => callSkein(given, { cwd: folder });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
const entry = (nodeId: string, type: string, content: string) => ({
  timestamp: time,
  nodeId,
  type,
  content,
});
const asked = [
  entry('start', 'step_start', 'start node'),
  entry('p', 'step_start', 'approval node'),
  entry('p', 'wait_input', 'Waiting for user approval'),
];

describe('skein run', () => {
  const options = [
    'letters.json',
    '--dialect',
    'canvas',
    '--view',
    'canvas',
    '--script',
    'script.json',
    '--json',
  ];

  it('[CV20] pauses with exit 3 and shows the view', async () => {
    const { code, stdout } = await run('run', ...options);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      runId: expect.any(String) as unknown,
      status: 'paused',
      logs: asked,
      state: { start: 'Dear Ada', previous_output: 'Dear Ada' },
      waitingForInput: true,
      currentNodeId: 'p',
    });
  });

  it.each(['p=approve', 'p="Yes."', 'p={"decision":"approve","note":"please"}', 'p=true'])(
    '[CV20] %s finishes it',
    async (answer) => {
      const { code, stdout } = await run('run', ...options, '--answer', answer);
      expect(code).toBe(0);
      const note = answer.includes('please') ? 'please' : '';
      expect(JSON.parse(stdout)).toEqual({
        runId: expect.any(String) as unknown,
        status: 'completed',
        logs: [
          ...asked,
          entry(
            'p',
            'input_received',
            `User approved this step.${note === '' ? '' : ' Feedback: please'}`,
          ),
          entry('send', 'step_start', 'Clerk agent node'),
          entry('send', 'start_prompt', `Dear Ada${note === '' ? '' : '\n\nNote: please'}`),
          entry('send', 'llm_response', 'Sent.'),
        ],
        state: {
          start: 'Dear Ada',
          p_approval: { decision: 'approve', note },
          send: 'Sent.',
          previous_output: 'Sent.',
        },
        waitingForInput: false,
        currentNodeId: null,
      });
    },
  );

  it('[CV20] an answer that decides nothing is refused and names approve and reject', async () => {
    const { code, stdout, stderr } = await run('run', ...options, '--answer', 'p=perhaps');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'paused', currentNodeId: 'p' });
    expect(stderr).toMatch(/approve.*reject/s);
  });
});

describe('skein validate', () => {
  it('[CV20] finds all seven rules of subagents at once, exit 2', async () => {
    const { code, stdout } = await run('validate', 'rules.json', '--json');
    expect(code).toBe(2);
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: readonly { code: string; severity: string; pointer: string }[];
    };
    expect(
      diagnostics.map((found) => `${found.severity} ${found.code} ${found.pointer}`).toSorted(),
    ).toEqual([
      'error SUBAGENTS_OFF /connections/2/source',
      'error SUBAGENT_CYCLE /connections/6',
      'error SUBAGENT_HANDLE /connections/3/targetHandle',
      'error SUBAGENT_IN_FLOW /connections/7/target',
      'error SUBAGENT_NOT_AGENT /connections/1/source',
      'error SUBAGENT_OF_ITSELF /connections/4',
      'error SUBAGENT_SHARED /connections/6/target',
    ]);
  });
});

describe('skein convert', () => {
  it('[CV20] to native and back gives the same document', async () => {
    const there = await run('convert', 'letters.json', '--to', 'native', '-o', 'native.json');
    expect(there.code).toBe(0);
    const ran = await run(
      'run',
      'native.json',
      '--answer',
      'p=approve',
      '--script',
      'script.json',
      '--json',
    );
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'completed', output: 'Sent.' });
    const { code, stdout } = await run('convert', 'native.json', '--to', 'canvas');
    expect(code).toBe(0);
    expect(JSON.parse(stdout) as Json).toEqual(letters);
  });
});

// Workflows and functions that the tests of both transports serve.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const greet = {
  skein: 1,
  id: 'greet',
  name: 'Greeting',
  description: 'Greets somebody by name.',
  nodes: [
    {
      id: 'start',
      type: 'start',
      config: {
        schema: {
          type: 'object',
          properties: { name: { type: 'string', description: 'Who is greeted.' } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    },
    { id: 'say', type: 'transform', config: { value: 'Hello, ${trigger.name}!' } },
  ],
  edges: [{ from: 'start', to: 'say' }],
};

/** Two questions, one after the other; the second has a form. */
const order = {
  skein: 1,
  id: 'order',
  policy: { modelAnswers: 'all' },
  nodes: [
    { id: 'boss', type: 'approval', config: { prompt: 'Buy a ${trigger.input|lamp}?' } },
    {
      id: 'size',
      type: 'input',
      config: {
        prompt: 'Which size?',
        schema: {
          type: 'object',
          properties: {
            size: { type: 'integer', minimum: 1, maximum: 9 },
            colour: { enum: ['red', 'blue'] },
          },
          required: ['size'],
        },
      },
    },
    { id: 'buy', type: 'transform', config: { value: { bought: '${size.output}' } } },
    { id: 'leave', type: 'transform', config: { value: 'Nothing was bought.' } },
  ],
  edges: [
    { from: 'boss', out: 'approved', to: 'size' },
    { from: 'boss', out: 'rejected', to: 'leave' },
    { from: 'size', to: 'buy' },
  ],
};

/** Calls a function that waits until it is let go, and then says so. */
const slow = {
  skein: 1,
  id: 'slow',
  nodes: [
    { id: 'before', type: 'function', config: { name: 'test.ledger', args: 'before' } },
    { id: 'work', type: 'function', config: { name: 'test.wait', args: 'work' } },
    { id: 'after', type: 'transform', config: { value: 'done' } },
  ],
  edges: [
    { from: 'before', to: 'work' },
    { from: 'work', to: 'after' },
  ],
};

const failing = {
  skein: 1,
  id: 'failing',
  nodes: [{ id: 'break', type: 'function', config: { name: 'test.fail' } }],
  edges: [],
};

const long = {
  skein: 1,
  id: 'long',
  nodes: [{ id: 'make', type: 'function', config: { name: 'test.long' } }],
  edges: [],
};

const hostile = {
  skein: 1,
  id: 'it\'s "quoted"; DROP TABLE',
  nodes: [{ id: 'say', type: 'transform', config: { value: 'quoted' } }],
  edges: [],
};

const proto = {
  skein: 1,
  id: '__proto__',
  nodes: [{ id: 'say', type: 'transform', config: { value: 'proto' } }],
  edges: [],
};

/** Of a dialect that can switch workflows off. */
export const inactive = {
  uuid: '5b0a6a54-0f3e-4c39-8e0a-6a2d6f5f1c01',
  name: 'Sleeping',
  is_active: false,
  trigger: { trigger_type_id: 'manual' },
  steps: [
    {
      uuid: '5b0a6a54-0f3e-4c39-8e0a-6a2d6f5f1c11',
      name: 'One',
      type: 'custom_llm',
      model: 'gpt-5-mini',
      system_prompt: 'Say something.',
    },
  ],
};

/** Has another one inside, which is no tool. */
export const outer = {
  skein: 1,
  id: 'outer',
  nodes: [
    {
      id: 'inner',
      type: 'subworkflow',
      config: {
        workflow: {
          id: 'inside',
          nodes: [{ id: 'say', type: 'transform', config: { value: 'inside' } }],
          edges: [],
        },
      },
    },
  ],
  edges: [],
};

export const allFlows = [greet, order, slow, failing, long, hostile, proto];

/** `test.wait` ends when the file `go` is there; `ledger` has a line for each call that was begun. */
const functions = `
import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';
const folder = import.meta.dirname;
const write = (line) => appendFileSync(path.join(folder, 'ledger'), line + '\\n');
console.log('what modules print must not reach the protocol');
export const functions = {
  'test.ledger': (args) => { write(args); console.log('printed by a function'); return args; },
  'test.wait': async (args, { signal }) => {
    write(args);
    while (!existsSync(path.join(folder, 'go'))) {
      if (signal.aborted) { write('aborted'); throw new Error('aborted'); }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return args;
  },
  'test.fail': () => { throw new Error('no paper'); },
  'test.long': () => 'x'.repeat(120_000),
};
`;

export interface FlowFolder {
  readonly path: string;
  readonly file: (name: string) => string;
  readonly remove: () => void;
}

/** A folder with all of it, as a project of a user. */
export function flowFolder(flows: readonly object[] = allFlows): FlowFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-mcp-'));
  const file = (name: string) => path.join(folder, name);
  writeFileSync(file('functions.mjs'), functions);
  writeFileSync(file('skein.config.json'), JSON.stringify({ functions: ['./functions.mjs'] }));
  for (const [i, flow] of flows.entries()) {
    writeFileSync(file(`flow-${i}.json`), JSON.stringify(flow));
  }
  return { path: folder, file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

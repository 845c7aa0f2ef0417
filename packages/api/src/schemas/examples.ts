// Examples
// One story for the whole OpenAPI document: a text is drafted, somebody is asked, and a run of it waits for the answer. A test lets a
// server tell the same story, and holds these against its answers.
import { RULES, type Json, type JsonObject } from '@skein/kernel';

const ids = {
  run: '019b8d2a-6c00-7a31-9f4e-5d0000000000',
  started: '019b8d2a-6c00-7a31-9f4e-5d0000100000',
  output: '019b8d2a-6c00-7a31-9f4e-5d0000300001',
  wait: '019b8d2a-6c00-7a31-9f4e-5d0000300002',
  pipeline: '4aa86894-bffb-46ec-81db-a761bcb00d2a',
  trigger: 'ba3af8c6-585e-4c71-934b-91abc90ada01',
  key: '06364d8b-d25d-4587-b886-919cbade00ef',
};
const version = 'sha256:d76e9825a2e3a76d21d2f5cb140709bc0434462ef231b872c02a0d28d696105c';
const startedAt = '2026-01-05T09:00:00.000Z';
const draftedAt = '2026-01-05T09:00:02.000Z';
const text = 'Write about tea.';

/** Ids in a path, by the collection before them. */
export const exampleIds: { readonly [list: string]: string } = {
  workflows: 'publish',
  runs: ids.run,
  instances: ids.run,
  waits: ids.wait,
  outputs: ids.output,
  triggers: ids.trigger,
  hooks: ids.trigger,
  keys: ids.key,
};

export const exampleItem = {
  id: 'publish',
  name: 'Publish',
  description: 'Drafts a text and asks before it goes out.',
  dialect: 'native',
  version,
  isActive: true,
  savedAt: startedAt,
} as const;

const exampleDefinition: JsonObject = {
  skein: 1,
  id: 'publish',
  name: 'Publish',
  description: 'Drafts a text and asks before it goes out.',
  nodes: [
    { id: 'draft', type: 'llm', config: { prompt: 'Write about ${trigger.topic}.' } },
    { id: 'review', type: 'approval', config: { prompt: 'Publish it?' } },
    { id: 'out', type: 'transform', config: { value: '${draft.output}' } },
  ],
  edges: [
    { from: 'draft', to: 'review' },
    { from: 'review', out: 'approved', to: 'out' },
  ],
};

export const exampleWorkflow = {
  ...exampleItem,
  definition: exampleDefinition,
  studio: null,
  inputSchema: null,
  diagnostics: [],
};

export const exampleRunItem = {
  id: ids.run,
  workflow: { id: 'publish', version, name: 'Publish' },
  status: 'waiting',
  createdAt: startedAt,
  updatedAt: draftedAt,
  seq: 3,
} as const;

const question = { node: 'review', kind: 'approval', prompt: 'Publish it?', schema: null };

export const exampleRun = {
  id: ids.run,
  workflow: { id: 'publish', version, name: 'Publish', dialect: 'native' },
  status: 'waiting',
  input: { topic: 'tea' },
  output: null,
  error: null,
  nodes: {
    draft: nodeState('completed', { startedAt, finishedAt: draftedAt }),
    review: nodeState('waiting', { startedAt: draftedAt }),
    out: nodeState('idle', {}),
  },
  outputs: { draft: [{ id: ids.output, activation: 1, value: text, ports: ['output'] }] },
  waits: [{ id: ids.wait, ...question, createdAt: draftedAt, deadline: null }],
  contexts: {},
  usage: { steps: 2, modelCalls: 1, inputTokens: 4, outputTokens: 4, usd: 0 },
  createdAt: startedAt,
  updatedAt: draftedAt,
  seq: 3,
} as const;

function nodeState(
  status: string,
  times: { readonly startedAt?: string; readonly finishedAt?: string },
): JsonObject {
  const activations = status === 'idle' ? 0 : 1;
  return { status, activations, error: null, startedAt: null, finishedAt: null, ...times };
}

export const exampleWait = {
  id: ids.wait,
  run: ids.run,
  workflow: { id: 'publish', name: 'Publish' },
  activation: 1,
  ...question,
  data: null,
  who: [],
  event: null,
  status: 'open',
  createdAt: draftedAt,
  deadline: null,
  isOwn: true,
  mayAnswer: true,
};

export const exampleRow = {
  seq: 1,
  at: Date.parse(startedAt),
  id: ids.started,
  type: 'run.started',
  run: ids.run,
  workflow: { id: 'publish', version },
  rules: RULES,
  input: { topic: 'tea' },
};

const begun: readonly Json[] = [
  {
    type: 'activation.created',
    node: 'draft',
    activation: 1,
    causedBy: [],
    inputs: { input: { topic: 'tea' } },
  },
  { type: 'activation.started', node: 'draft', activation: 1, attempt: 1 },
  { type: 'run.status', status: 'running' },
];

/** The first event of a live stream. */
export const exampleStream = `id: 1\nevent: run.started\ndata: ${JSON.stringify({
  type: 'event',
  seq: 1,
  event: exampleRow,
  derived: begun,
})}\n\n`;

export const exampleOutput = {
  id: ids.output,
  uuid: ids.output,
  run: ids.run,
  node: 'draft',
  activation: 1,
  raw_data: text,
  summary: text,
  markdown_representation: text,
  createdAt: draftedAt,
};

export const exampleTrigger = {
  uuid: ids.trigger,
  user_id: 'local',
  workflow_uuid: ids.pipeline,
  name: null,
  start: null,
  is_written: false,
  trigger_type_id: 'schedule',
  config: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' },
  filter_rules: {},
  initial_data_description: 'The time of the tick, as scheduled_at.',
  is_active: true,
  next_fire_at: '2026-01-06T08:00:00.000Z',
  has_secret: false,
  created_at: startedAt,
  updated_at: startedAt,
};

export const exampleKey = {
  id: ids.key,
  name: 'Build server',
  scopes: ['run'],
  roles: [],
  createdAt: startedAt,
  expiresAt: '2026-04-05T09:00:00.000Z',
  revokedAt: null,
  lastUsedAt: null,
};

export const exampleNewKey = {
  ...exampleKey,
  key: 'skein_QJdHM6FZRfW5v43YEgYGm4qvp_mhnYqm0-79Nrj5jOg',
};

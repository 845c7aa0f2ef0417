// A studio with something on every page: workflows of several dialects, runs that ended in several ways, questions of several
// kinds, a secret, keys, triggers, a saved view. All of it by the API, as a user would have made it.
import type { JsonObject } from '@skein/kernel';
import type { Studio, StudioOptions } from './start-studio.ts';
import { settingsOptions } from './settings-options.ts';

export interface FilledStudio {
  /** A run that waits for three people. */
  readonly waitingRun: string;
  /** Two runs of a workflow, before and after it was changed. */
  readonly compared: readonly [before: string, after: string];
  /** A run of an agent that waits for the approval of a tool call. */
  readonly agentRun: string;
  /** The question of an approval with a form. */
  readonly form: string;
  /** The question whether a tool may be called. */
  readonly toolCall: string;
  readonly pipeline: string;
  /** A thread with an agent. */
  readonly thread: string;
  readonly evaluation: string;
  /** Pages for people without a key, by what they are; whole addresses. */
  readonly outside: Readonly<Record<'form' | 'chat' | 'answer', string>>;
}

const filled = new WeakMap<Studio, Promise<FilledStudio>>();

/** Fills a studio once: later tests of a file, and one that is tried again, find what was made. */
export function fillStudio(studio: Studio): Promise<FilledStudio> {
  const known = filled.get(studio) ?? fill(studio);
  filled.set(studio, known);
  return known;
}

async function fill(studio: Studio): Promise<FilledStudio> {
  const { call } = studio;
  const made = new Map<string, string>();
  for (const template of [
    'hello',
    'newsletter',
    'review-loop',
    'mail-digest',
    'contract-approvals',
  ])
    made.set(template, await addTemplate(studio, template));
  for (const definition of [payment, vendorCheck, failing, orderTotal])
    await call('POST', '/workflows', definition);
  const start = (workflow: string, input: JsonObject = {}) =>
    call<{ run_id: string }>('POST', `/workflows/${workflow}/run?wait=20`, { input });
  for (const workflow of ['hello', 'newsletter', 'failing', 'failing', 'hello'])
    await start(workflow, { name: 'Ada' });
  const { run_id: before } = await start('hello', { name: 'Ada' });
  await start('order-total', order);
  const { run_id: waitingRun } = await start('contract-approvals');
  await start('payment', { vendor: 'Nordwind Logistik GmbH' });
  const { run_id: agentRun } = await start('vendor-check', { text: 'Book 2026-11-0418.' });
  await publishAnother(studio);
  const { run_id: after } = await start('hello', { name: 'Ada' });
  await addSettings(studio, made.get('mail-digest') ?? '');
  const { items } = await call<{ items: { id: string; node: string }[] }>('GET', '/waits');
  const waitOf = (wanted: string) => items.find(({ node }) => node === wanted)?.id ?? '';
  return {
    waitingRun,
    compared: [before, after],
    agentRun,
    form: waitOf('approve'),
    toolCall: waitOf('clerk'),
    pipeline: made.get('mail-digest') ?? '',
    thread: await talk(studio),
    evaluation: await evaluate(studio),
    outside: await shareOutside(studio, waitOf('approve')),
  };
}

/** Gives the address of a thread in which something was said. */
async function talk({ call }: Studio): Promise<string> {
  await call('PUT', '/agents/desk', { name: 'Clerk', tools: [] });
  await call('POST', '/threads/desk/first/messages', { text: 'Which invoices are open?' });
  return 'agent=desk&thread=first';
}

/** A workflow with more than one version. */
async function publishAnother({ call }: Studio): Promise<void> {
  const { definition } = await call<{ definition: JsonObject }>('GET', '/workflows/hello');
  const nodes = (definition['nodes'] as JsonObject[]).map((node) =>
    node['type'] === 'llm'
      ? { ...node, config: { prompt: 'Write one warm sentence to greet ${trigger.name|Ada}.' } }
      : node,
  );
  const about = 'label=Warmer&note=Guests%20are%20greeted%20in%20one%20warm%20sentence.';
  await call('PUT', `/workflows/hello?${about}`, { ...definition, nodes });
}

async function evaluate({ call }: Studio): Promise<string> {
  const body = { input: { name: 'Ada' }, expected: 'Hello Ada' };
  await call('POST', '/datasets/people/cases', body);
  const scorers = [{ name: 'score', check: 'output == expected' }];
  const wanted = { workflow: 'hello', dataset: 'people', scorers };
  return (await call<{ id: string }>('POST', '/evaluations', wanted)).id;
}

async function shareOutside({ call }: Studio, wait: string): Promise<FilledStudio['outside']> {
  const share = async (kind: 'form' | 'chat') =>
    (await call<{ url: string }>('POST', '/workflows/hello/shares', { kind, title: 'Say hello' }))
      .url;
  const place = `/waits/${encodeURIComponent(wait)}/links`;
  const { url: answer } = await call<{ url: string }>('POST', place, { for: 'ana@example.org' });
  return { form: await share('form'), chat: await share('chat'), answer };
}

async function addTemplate({ call }: Studio, template: string): Promise<string> {
  return (await call<{ id: string }>('POST', '/workflows/from-template', { template })).id;
}

async function addSettings({ call, key }: Studio, pipeline: string): Promise<void> {
  await call('PUT', `/workflows/${pipeline}/trigger`, {
    trigger_type_id: 'schedule',
    config: { cron: '0 9 * * 1', timezone: 'UTC' },
  });
  await call('PUT', '/workflows/payment/trigger', {
    trigger_type_id: 'event',
    config: { event: 'invoice.arrived' },
  });
  await call('POST', '/events', { name: 'invoice.arrived', data: { vendor: 'Papier & Co' } });
  await call('POST', '/views', { name: 'Waiting for people', filter: { status: 'waiting' } });
  // On an open server the first key would close it.
  if (key === '') return;
  await call('POST', '/keys', { name: 'Build server', scopes: ['run'], expiresInDays: 90 });
  await call('PUT', '/secrets/OPENAI_API_KEY', { value: 'sealed', hosts: ['api.openai.com'] });
}

/** An approval with a form. */
const payment: JsonObject = {
  skein: 1,
  id: 'payment',
  name: 'Invoice triage',
  description: 'Reads an invoice, asks finance, books it.',
  nodes: [
    { id: 'start', type: 'start', name: 'Invoice received' },
    {
      id: 'approve',
      type: 'approval',
      name: 'Approve payment',
      config: {
        prompt: 'Approve the payment to ${trigger.vendor|a vendor}?',
        deadlineMs: 172_800_000,
        schema: {
          type: 'object',
          required: ['amount'],
          properties: {
            amount: { type: 'number', title: 'Amount to pay (EUR)', default: 4180 },
            centre: {
              title: 'Cost centre',
              enum: ['4100 Freight', '4200 Travel', '4300 Office'],
              default: '4100 Freight',
            },
            reminder: { type: 'boolean', title: 'Remind me of the next invoice of this vendor' },
          },
        },
      },
    },
    { id: 'book', type: 'transform', name: 'Book it', config: { value: '${approve.output}' } },
  ],
  edges: [
    { from: 'start', to: 'approve' },
    { from: 'approve', out: 'approved', to: 'book' },
  ],
};

/** Computes with an expression. */
const orderTotal: JsonObject = {
  skein: 1,
  id: 'order-total',
  name: 'Order total',
  description: 'Adds up what is in stock, with VAT.',
  nodes: [
    { id: 'start', type: 'start', name: 'Order received' },
    {
      id: 'total',
      type: 'transform',
      name: 'Total',
      config: { value: '${= trigger.items.filter(i => i.inStock).sum("price") * 1.21 }' },
    },
    {
      id: 'large',
      type: 'if',
      name: 'Large order?',
      config: { condition: '${= total.output > 100 }' },
    },
  ],
  edges: [
    { from: 'start', to: 'total' },
    { from: 'total', to: 'large' },
  ],
};

const order: JsonObject = {
  items: [
    { sku: 'LAMP-7', price: 50, inStock: true },
    { sku: 'DESK-2', price: 310, inStock: false },
    { sku: 'CHAIR-1', price: 120, inStock: true },
  ],
};

/** An agent that asks before it calls a tool. */
const vendorCheck: JsonObject = {
  skein: 1,
  id: 'vendor-check',
  name: 'Vendor check',
  description:
    'An agent looks a vendor up by itself, and writes to the ledger only when a person approves that very call.',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'clerk',
      type: 'agent',
      name: 'Clerk',
      config: {
        prompt: '${previous}',
        tools: ['find_vendor', 'create_record'],
        approve: ['create_record'],
      },
    },
  ],
  edges: [{ from: 'start', to: 'clerk' }],
};

/** What the offline model and the tools of the agent answer. */
export const filledScript: JsonObject = {
  replies: [
    {
      when: { node: 'desk' },
      text: 'Two are open:\n\n- **2026-11-0418** of Nordwind Logistik, 4,180 EUR, due on Friday\n- **2026-11-0422** of Papier & Co, 96 EUR, due in two weeks\n\nShall I ask finance about the first one?',
      repeat: true,
    },
    {
      when: { node: 'clerk', call: 1 },
      text: 'I look the vendor up first.',
      toolCalls: [{ name: 'find_vendor', arguments: { name: 'Nordwind Logistik GmbH' } }],
      repeat: true,
    },
    {
      when: { node: 'clerk', call: 2 },
      text: 'The company **exists** and has invoiced us nine times. I book the invoice.',
      toolCalls: [
        {
          name: 'create_record',
          arguments: {
            vendor: 'Nordwind Logistik GmbH',
            invoice: '2026-11-0418',
            amount: 4180,
            currency: 'EUR',
            lines: [
              { text: 'Freight October', amount: 3900 },
              { text: 'Fuel surcharge', amount: 280 },
            ],
            policy: { limit: 5000, vendorKnown: true, duplicates: 0 },
          },
        },
      ],
      repeat: true,
    },
  ],
  otherwise: 'echo',
  tools: {
    find_vendor: { result: { known: true, invoices: 9 } },
    create_record: { result: { record: 88213 } },
  },
};

/** The server that is filled: closed, with models, an MCP server and replies of the offline model. */
export const filledOptions: StudioOptions = {
  ...settingsOptions,
  script: filledScript,
};

const failing: JsonObject = {
  skein: 1,
  id: 'failing',
  name: 'Nightly export',
  description: 'Calls a function that nobody has registered, and says so.',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'export', type: 'tool', config: { tool: 'warehouse.export', args: {} } },
  ],
  edges: [{ from: 'start', to: 'export' }],
};

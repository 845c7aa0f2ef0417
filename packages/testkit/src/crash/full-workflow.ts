// W-full
// One workflow with everything that a crash can hit: an agent with three tools (pure, idempotent, guarded), a subagent, a
// condition, a function that needs a second attempt, state and memory that are written and read, a fan-out, computed rows, code that
// calls three tools (pure, idempotent, guarded and approved), items that a function and a tool are called for one by one, a request, a timer,
// an approval, a durable function, and a sub-workflow with a guarded function and a guarded tool. It answers its caller before the end, and
// what only its second trigger reaches leads into its last join.
import type { Script } from '@skein/agents';
import type { Workflow } from '@skein/kernel';
import { buildWorkflow, inline } from '../engine/build-workflow.ts';

const item = buildWorkflow({
  id: 'item',
  nodes: [
    { id: 'ship', type: 'function', config: { name: 'ship' } },
    { id: 'label', type: 'transform', config: { value: 'labelled ${ship.output}' } },
  ],
  edges: ['ship -> label'],
});

const billing = buildWorkflow({
  id: 'billing',
  nodes: [
    { id: 'bill', type: 'function', config: { name: 'bill' }, effect: 'guarded' },
    { id: 'stamp', type: 'tool', config: { tool: 'stamp', args: { on: 'the bill' } } },
  ],
  edges: ['bill -> stamp'],
});

/** Of a workflow that fails and is mended, and is then changed while its run waits. */
export type FullEdition = 'broken' | 'mended' | 'changed';

/** Code computes in a thread, and a durable function goes on in turns of the event loop: where time is simulated both are left out. */
export function fullWorkflow(
  id: string,
  {
    isSimulated = false,
    edition = 'mended',
  }: { readonly isSimulated?: boolean; readonly edition?: FullEdition } = {},
): Workflow {
  const flaky = edition === 'broken' ? 'broken' : 'flaky';
  const told = edition === 'changed' ? { edition } : {};
  const timed = isSimulated ? {} : inRealTime;
  return buildWorkflow({
    id,
    state: { kept: [], count: 0 },
    triggers: [
      { name: 'order', type: 'manual', start: 'in' },
      { name: 'other', type: 'webhook', start: 'aside' },
    ],
    nodes: [
      { id: 'aside', type: 'start' },
      { id: 'in', type: 'start' },
      {
        id: 'desk',
        type: 'agent',
        config: { prompt: 'Serve the order ${trigger}.', tools: ['look', 'reserve', 'pay'] },
      },
      { id: 'scout', type: 'agent', config: { tools: ['look'] } },
      { id: 'paid', type: 'if', config: { condition: isPaid } },
      { id: 'flaky', type: 'function', config: { name: flaky }, retry },
      { id: 'keep', type: 'set', config: { append: { kept: '${previous}' }, ...increment } },
      { id: 'tell', type: 'respond', config: { value: answered, status: 202 } },
      {
        id: 'each',
        type: 'map',
        config: { items: ['a', 'b', 'c'], workflow: inline(item), concurrency: 2 },
      },
      {
        id: 'parcels',
        type: 'function',
        config: { name: 'ship', args: '${item}' },
        each: { items: '${each.output}', concurrency: 2 },
        retry,
      },
      { id: 'shelves', type: 'tool', config: shelf, each: ['a', 'b'] },
      { id: 'again', type: 'set', config: { extend: { kept: '${each.output}' }, ...increment } },
      { id: 'rows', type: 'data', config: { from: labels, steps } },
      ...(isSimulated ? [] : [{ id: 'audit', type: 'code', config: auditing }]),
      {
        id: 'post',
        type: 'http',
        config: { method: 'POST', url: ledgerPlace, body: { json: letter } },
      },
      { id: 'remember', type: 'store', config: { do: 'add', key: ownKey, value: 1 } },
      { id: 'nap', type: 'delay', config: { ms: 20 } },
      { id: 'ask', type: 'approval', config: { prompt: 'Send it?' } },
      { id: 'recall', type: 'store', config: { do: 'get', key: ownKey } },
      ...(isSimulated ? [] : [{ id: 'plan', type: 'workflow:full-plan' }]),
      { id: 'sub', type: 'subworkflow', config: { workflow: inline(billing), input: 'x' } },
      { id: 'refused', type: 'stop', config: { reason: 'refused' } },
      {
        id: 'done',
        type: 'end',
        config: { value: { ...result, ...told, ...timed } },
      },
    ],
    edges: [
      'in -> desk',
      { from: 'desk', to: 'scout', kind: 'subagent' },
      'desk -> paid',
      'paid.true -> flaky',
      'paid.false -> refused',
      'flaky -> keep',
      'keep -> tell',
      'tell -> each',
      'each -> parcels',
      'parcels -> shelves',
      'shelves -> again',
      'again -> rows',
      ...(isSimulated
        ? (['rows -> post'] as const)
        : (['rows -> audit', 'audit -> post'] as const)),
      'post -> remember',
      'remember -> nap',
      'nap -> ask',
      'ask.approved -> recall',
      ...(isSimulated
        ? (['recall -> sub'] as const)
        : (['recall -> plan', 'plan -> sub'] as const)),
      'ask.rejected -> refused',
      'sub -> done',
      'aside -> done',
    ],
  });
}

/** The story "functions": nothing but durable functions. */
export function functionsWorkflow(id: string): Workflow {
  return buildWorkflow({
    id,
    nodes: [
      { id: 'in', type: 'start' },
      { id: 'first', type: 'transform', config: { value: 1 } },
      { id: 'tour', type: 'workflow:full-tour' },
    ],
    edges: [
      'in -> first',
      'first -> tour',
      { from: 'tour', out: 'restart', to: 'tour', loop: true },
    ],
  });
}

/** What its caller gets. */
const answered = { order: '${trigger}', kept: '${state.kept}' };
const shelf = { tool: 'count', args: { at: '${item}' } };
const isPaid = { left: '${previous}', op: 'contains', right: 'paid' };
/** Each run has its own, so that it shows whether something was added twice. */
const ownKey = 'orders of ${trigger:id}';
const increment = { increment: { count: 1 } };
const retry = { attempts: 3, backoffMs: 10, factor: 1 };
/** Where the ledger is, for whoever makes the requests (Full HTTP). */
export const ledgerPlace = 'http://ledger.example/';
const letter = { name: 'post', deduplicates: false };
const labels = '${= each.output.map((label) => ({ label })) }';
const steps = [
  { op: 'filter', where: '${= item.label.startsWith("labelled") }' },
  { op: 'group', by: 'label', values: { parcels: { fn: 'count' } } },
];
/** Executed again after a crash, it must ask for the same: for the same random number, at the same time. */
const auditing = {
  language: 'typescript',
  // It has nothing to prove about its time, which passes also while a busy machine does something else.
  limits: { cpuMs: 10_000 },
  args: { rows: '${rows.output}' },
  tools: ['look', 'count', 'seal'],
  approve: ['seal'],
  code: `const at = { lot: Math.random(), day: Date.now() };
const [seen, counted] = await Promise.all([tools.look(at), tools.count({ rows: args.rows.length })]);
const sealed: string = await tools.seal(at);
console.log('audited', seen);
return [seen, counted, sealed, args.rows.map((row: { parcels: number }) => row.parcels)];`,
};
const result = {
  desk: '${desk.output}',
  flaky: '${flaky.output}',
  each: '${each.output}',
  parcels: '${parcels.output}',
  sub: '${sub.output}',
  rows: '${rows.output}',
  post: '${post.output.result}',
  state: '${state}',
  memory: '${recall.output.value}',
};
const inRealTime = { audit: '${audit.output}', plan: '${plan.output}' };

/** Answers by the last message, never by counting: after a crash a script starts over. */
export const fullScript: Script = {
  replies: [
    reply('scout', 'look done', { text: 'The scout says that it is fine.' }),
    reply('scout', '', { call: ['look', { at: 'the shelf' }] }),
    reply('desk', 'pay done', { text: 'All is paid.' }),
    reply('desk', 'scout says', { call: ['pay', { amount: 7 }] }),
    reply('desk', 'reserve done', { call: ['scout', { input: 'Look at the shelf.' }] }),
    reply('desk', 'look done', { call: ['reserve', { item: 'tea' }] }),
    reply('desk', '', { call: ['look', { at: 'the order' }] }),
  ],
  otherwise: 'fail',
};

function reply(
  node: string,
  contains: string,
  say: {
    readonly text?: string;
    readonly call?: readonly [string, { [key: string]: string | number }];
  },
): NonNullable<Script['replies']>[number] {
  const { text = '', call } = say;
  return {
    when: { node, contains },
    repeat: true,
    text,
    ...(call !== undefined && {
      toolCalls: [{ name: call[0], arguments: call[1], id: `c-${node}-${call[0]}` }],
    }),
  };
}

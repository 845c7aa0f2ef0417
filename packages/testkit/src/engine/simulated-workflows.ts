// Workflows for the simulation
// Small ones, each full of one kind of thing that can fail: steps, people, loops, children, events, time, state, code.
import type { Json, Workflow, WorkflowNode } from '@skein/kernel';
import type { NodeFunction, NodeIo } from '@skein/ports';
import { buildWorkflow, inline, task, type EdgeText } from './build-workflow.ts';

const retry = { attempts: 4, backoffMs: 100, factor: 2, maxMs: 5000 };

/** A task that fails now and then, and recovers. */
function sturdy(id: string, more: Partial<WorkflowNode> = {}): WorkflowNode {
  return task(id, { retry, ...more });
}

function approval(id: string, config: { readonly [key: string]: Json } = {}): WorkflowNode {
  return { id, type: 'approval', config: { prompt: `Is ${id} fine?`, ...config } };
}

/** What tasks do: two recorded steps each; ids that start with `ask` also ask a person, those with `pay` pay for a call. */
export const simulatedTask: NodeFunction = async ({ node, activation, previous }, io) => {
  const first = await io.step('look', () => `${node} ${activation}`);
  if (node.startsWith('pay')) await pay(io);
  const answer = node.startsWith('ask') ? await io.wait({ kind: 'question', prompt: node }) : null;
  const second = await io.step('act', () => first.length);
  return { value: { node, second, answer, before: previous === undefined ? null : 1 } };
};

async function pay(io: NodeIo): Promise<void> {
  let giveBack = (): void => {};
  const paid = io.step('pay', async () => {
    giveBack = await io.reserve(() => ({
      least: { tokens: 4, usd: 0 },
      most: { tokens: 20, usd: 0 },
    }));
    io.spend({ modelCalls: 1, inputTokens: 4, outputTokens: 6 });
    return 'paid';
  });
  await paid.finally(() => giveBack());
}

const steps = buildWorkflow({
  id: 'steps',
  nodes: [sturdy('a'), sturdy('b'), sturdy('c', { timeoutMs: 60_000 }), sturdy('d')],
  edges: ['a -> b', 'a -> c', 'b -> d.left', 'c -> d.right'],
});

const people = buildWorkflow({
  id: 'people',
  nodes: [
    sturdy('draft'),
    approval('legal'),
    approval('style', { deadlineMs: 30_000 }),
    { id: 'title', type: 'input', config: { schema: { type: 'string' } } },
    { id: 'all', type: 'join' },
    sturdy('askEditor'),
  ],
  edges: [
    'draft -> legal',
    'draft -> style',
    'draft -> title',
    'legal.approved -> all.legal',
    'legal.rejected -> all.refused',
    'style.approved -> all.style',
    'style.expired -> all.late',
    'title -> all.title',
    'all -> askEditor',
  ],
});

const loop = buildWorkflow({
  id: 'loop',
  nodes: [
    { id: 'in', type: 'start' },
    sturdy('draft'),
    sturdy('check'),
    approval('review'),
    { id: 'both', type: 'join' },
    sturdy('publish'),
  ],
  edges: [
    'in -> draft',
    'draft -> check',
    'draft -> review',
    'check -> both.check',
    'review.approved -> both.review',
    { from: 'review', out: 'rejected', to: 'draft', loop: true },
    'both -> publish',
  ],
  policy: { maxSteps: 200 },
});

const item = buildWorkflow({
  id: 'item',
  nodes: [sturdy('work'), approval('review', { deadlineMs: 60_000 }), sturdy('done')],
  edges: ['work -> review', 'review.approved -> done'],
});

const children = buildWorkflow({
  id: 'children',
  nodes: [
    sturdy('list'),
    {
      id: 'each',
      type: 'map',
      config: { items: [1, 2, 3], workflow: inline(item), concurrency: 2 },
    },
    {
      id: 'some',
      type: 'map',
      config: { items: [1, 2, 3, 4], workflow: inline(item), atLeast: 2 },
    },
    { id: 'sub', type: 'subworkflow', config: { workflow: inline(steps), input: 'x' } },
    sturdy('end'),
  ],
  edges: [
    'list -> each',
    'list -> some',
    'list -> sub',
    'each -> end.a',
    'some -> end.b',
    'sub -> end.c',
  ],
  policy: { onError: 'continue' },
});

const events = buildWorkflow({
  id: 'events',
  nodes: [
    sturdy('order'),
    { id: 'paid', type: 'event', config: { name: 'payment', deadlineMs: 90_000 } },
    {
      id: 'small',
      type: 'event',
      config: { name: 'payment', when: { left: '${previous.n}', op: 'lt', right: 5 } },
    },
    { id: 'tell', type: 'emit', config: { name: 'payment', data: { n: 1 } } },
    { id: 'later', type: 'delay', config: { ms: 20_000 } },
    sturdy('ship'),
  ],
  edges: [
    'order -> paid',
    'order -> small',
    'order -> later',
    'later -> tell',
    'paid -> ship.a',
    'small -> ship.b',
  ],
});

const races = buildWorkflow({
  id: 'races',
  nodes: [
    sturdy('quick', { cancels: ['slow', 'ask'] }),
    sturdy('slow', { cancels: ['quick', 'ask'], timeoutMs: 1000 }),
    { id: 'ask', type: 'input', config: {} },
    sturdy('first', { join: 'any' }),
    sturdy('askLast', { mutex: 'one' }),
    sturdy('other', { mutex: 'one' }),
  ],
  edges: ['quick -> first', 'slow -> first', 'ask -> first', 'first -> askLast', 'first -> other'],
});

const passes = buildWorkflow({
  id: 'passes',
  nodes: [
    { id: 'in', type: 'start' },
    sturdy('one', { join: 'each' }),
    sturdy('askTwo', { join: 'each' }),
    approval('gate'),
    sturdy('end', { join: 'each' }),
  ],
  edges: [
    'in -> one',
    'in -> askTwo',
    'one -> gate',
    'gate.approved -> end',
    'gate.rejected -> end',
    'askTwo -> end',
  ],
  policy: { schedule: 'superstep', whileWaiting: 'hold' },
});

const paidItem = buildWorkflow({
  id: 'paidItem',
  nodes: [sturdy('payFirst'), sturdy('paySecond'), approval('review', { deadlineMs: 60_000 })],
  edges: ['payFirst -> paySecond', 'paySecond -> review'],
});

const budget = buildWorkflow({
  id: 'budget',
  nodes: [
    sturdy('payBegin'),
    {
      id: 'each',
      type: 'map',
      config: { items: [1, 2, 3, 4], workflow: inline(paidItem), concurrency: 3, atLeast: 3 },
    },
    sturdy('payBeside', { timeoutMs: 60_000 }),
    sturdy('payEnd'),
  ],
  edges: ['payBegin -> each', 'payBegin -> payBeside', 'each -> payEnd.a', 'payBeside -> payEnd.b'],
  policy: { budget: { tokens: 25 }, onLimit: 'pause' },
});

/** Branches that write to one state at the same time, round after round; it stops when a write was lost. */
const mark = (id: string): WorkflowNode => ({
  id: `mark${id}`,
  type: 'set',
  config: { append: { marks: id }, increment: { count: 1 } },
});

const isAllThere =
  '${= state.count == state.marks.length && state.count == a.outputs.length + b.outputs.length + c.outputs.length }';

const shared = buildWorkflow({
  id: 'shared',
  state: { marks: [], count: 0 },
  nodes: [
    { id: 'in', type: 'start' },
    { id: 'round', type: 'join' },
    ...['a', 'b', 'c'].flatMap((id) => [sturdy(id), mark(id)]),
    approval('review'),
    { id: 'isAllThere', type: 'if', config: { condition: isAllThere } },
    { id: 'end', type: 'end', config: { value: '${state}' } },
    { id: 'lost', type: 'stop', config: { reason: '${state}' } },
  ],
  edges: [
    'in -> round',
    ...['a', 'b', 'c'].flatMap((id): readonly EdgeText[] => [
      `round -> ${id}`,
      `${id} -> mark${id}`,
      `mark${id} -> review.${id}`,
    ]),
    { from: 'review', out: 'rejected', to: 'round', loop: true },
    'review.approved -> isAllThere',
    'isAllThere.true -> end',
    'isAllThere.false -> lost',
  ],
  policy: { maxSteps: 200 },
});

const rows = buildWorkflow({
  id: 'rows',
  nodes: [
    sturdy('left'),
    sturdy('askRight'),
    approval('gate', { deadlineMs: 60_000 }),
    {
      id: 'both',
      type: 'data',
      config: {
        from: ['${left.output}', '${askRight.output}'],
        steps: [
          { op: 'set', fields: { long: '${= item.node.length > 4 }', place: '${= index }' } },
          { op: 'sort', by: [{ field: 'node', order: 'desc' }] },
          { op: 'pick', fields: ['node', 'long', 'place'] },
        ],
      },
    },
    {
      // So much work that the batch ends after it.
      id: 'much',
      type: 'data',
      config: {
        from: '${= range(0, 4000).map(n => ({ n: n % 97, m: n })) }',
        steps: [
          { op: 'sort', by: ['n', { field: 'm', order: 'desc' }] },
          { op: 'set', fields: { k: '${= item.n % 7 }' } },
          { op: 'merge', with: '${both.output}', how: 'append' },
          {
            op: 'group',
            by: 'k',
            values: { most: { fn: 'max', field: 'm' }, of: { fn: 'count' } },
          },
        ],
      },
    },
    // A row without a number ends here.
    {
      id: 'wrong',
      type: 'data',
      config: { steps: [{ op: 'aggregate', values: { n: { fn: 'sum', field: 'node' } } }] },
    },
    sturdy('end'),
  ],
  edges: [
    'left -> gate',
    'gate.approved -> both.gate',
    'gate.rejected -> both.refused',
    'gate.expired -> both.late',
    'askRight -> both.right',
    'both -> much',
    'both -> wrong',
    'much -> end.much',
    'wrong.error -> end.wrong',
  ],
});

/**
 * Code that calls two tools, one of which a person must approve, round after round. What it asks for depends on its random number and its
 * time, so executed again after a crash it must have the same ones; it stops when an answer is not the one to its question.
 */
const auditing = {
  language: 'typescript',
  // It has nothing to prove about its time, which passes also while a busy machine does something else.
  limits: { cpuMs: 10_000 },
  args: { kept: '${state.kept}', round: '${= state.kept.length }' },
  tools: ['price', 'refund'],
  approve: ['refund'],
  ports: ['again', 'done', 'wrong'],
  code: `const lot: number = Math.random(), at = Date.now();
const [price, other] = await Promise.all([tools.price({ lot }), tools.price({ lot: args.round })]);
let refund = 'refused';
try { refund = await tools.refund({ lot, at }); } catch (error) { console.log(error.message); }
const isRight = price === 'price of ' + lot && other === 'price of ' + args.round
  && ['refused', 'refund of ' + lot + ' at ' + at].includes(refund)
  && args.kept.every((each: { lot: number }) => each.lot !== lot);
const port = !isRight ? 'wrong' : args.round < 2 ? 'again' : 'done';
return { $ports: { [port]: { lot, refund } } };`,
};

const code = buildWorkflow({
  id: 'code',
  state: { kept: [] },
  nodes: [
    { id: 'in', type: 'start' },
    { id: 'round', type: 'join' },
    sturdy('askFirst'),
    { id: 'audit', type: 'code', retry: { ...retry, attempts: 30 }, config: auditing },
    { id: 'keep', type: 'set', config: { append: { kept: '${previous}' } } },
    { id: 'later', type: 'delay', config: { ms: 20_000 } },
    { id: 'end', type: 'end', config: { value: '${state.kept}' } },
    { id: 'wrong', type: 'stop', config: { reason: '${previous}' } },
  ],
  edges: [
    'in -> round',
    'round -> askFirst',
    'askFirst -> audit',
    'audit.again -> keep',
    'keep -> later',
    { from: 'later', to: 'round', loop: true },
    'audit.done -> end',
    'audit.wrong -> wrong',
  ],
  policy: { maxSteps: 200 },
});

export const simulatedWorkflows: ReadonlyMap<string, Workflow> = new Map(
  [steps, people, loop, children, events, races, passes, budget, shared, rows, code].map(
    (workflow) => [workflow.id ?? '', workflow],
  ),
);

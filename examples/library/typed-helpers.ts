// The types that programs write down: of helpers that take an `io`, of tables, stores of runs, and of what a host plugs in. Everything else is
// inferred.
import assert from 'node:assert/strict';
import {
  agent,
  createEngine,
  event,
  EngineError,
  graph,
  gt,
  tool,
  workflow,
  type Agent,
  type AgentOutput,
  type Condition,
  type Decision,
  type Duration,
  type Engine,
  type EventType,
  type GraphVerbs,
  type HostUser,
  type Jsonify,
  type Logger,
  type OnStep,
  type ProblemCode,
  type Ref,
  type Retry,
  type RunHandle,
  type RunId,
  type RunResult,
  type Settled,
  type StepContext,
  type StepEnd,
  type StepPolicy,
  type Template,
  type Thread,
  type ThreadPart,
  type ToolContext,
  type ToolInput,
  type ToolOutput,
  type Workflow,
  type WorkflowInput,
  type WorkflowIo,
  type WorkflowOutput,
} from 'skein';
import { assertCompleted, testEngine, type TestEngine, type TestRun } from 'skein/testing';
import { z } from 'zod';

// Helpers of durable functions take the `io` of whoever calls them.
const patiently: StepPolicy = {
  retry: { attempts: 3, backoff: '10ms' } satisfies Retry,
  timeout: '5s',
};
const deadline: Duration = '3d';
interface Parcel {
  readonly sku: string;
  readonly packedAt: Date;
}
const pack = ({ key }: StepContext): Parcel => ({ sku: key, packedAt: new Date(0) });
async function packed(io: WorkflowIo): Promise<Jsonify<Parcel>> {
  return io.step('pack', pack, patiently); // packedAt is a text now
}
async function agreed(io: WorkflowIo, prompt: string): Promise<boolean> {
  const { approved }: Decision = await io.approval('boss', { prompt, within: deadline });
  return approved;
}

const signed: EventType<{ user: string }> = event('signed', z.object({ user: z.string() }));
const order = workflow('order', async (io, count: number) => {
  const parcel = await packed(io);
  const all: Settled<number>[] = await io.mapSettled('all', [count], (each) => each * 2);
  return { day: parcel.packedAt.slice(0, 10), all, approved: await agreed(io, 'Send it?') };
});
type OrderInput = WorkflowInput<typeof order>;
type OrderOutput = WorkflowOutput<typeof order>;
// Workflows of one shape in a table.
const byName: Readonly<Record<string, Workflow<OrderInput, OrderOutput>>> = { order };

// Parts of graphs take the verbs and references.
const isLarge = (total: Ref<number>): Condition => gt(total, 100);
const told = (g: GraphVerbs, total: Template<number>) =>
  g.step('tell', { total }, (args) => args.total);
const checks = graph(
  'checks',
  { input: z.object({ total: z.number() }) },
  (g, { total }) =>
    g.if(
      'large',
      isLarge(total),
      () => told(g, total).output,
      () => 0,
    ).output,
);

// Tools and agents: types of what they take and give.
const price = tool({
  description: 'The price of an item.',
  inputSchema: z.object({ item: z.string() }),
  execute: ({ item }, { key }: ToolContext) => ({ item, euros: key.length > 0 ? 4 : 0 }),
});
type PriceInput = ToolInput<typeof price>;
type PriceOutput = ToolOutput<typeof price>;
const asked: PriceInput = { item: 'tea' };
const seller = agent({ id: 'seller', tools: { price } });
const textOf: (answer: AgentOutput<typeof seller>) => string = (answer) => answer;
const named = ({ id }: Pick<Agent, 'id'>): string => id;

// What a host plugs in.
const lines: string[] = [];
const note = (level: string) => (_fields: object, message?: string) =>
  lines.push(`${level} ${message ?? ''}`);
const logger: Logger = {
  debug: note('debug'),
  info: note('info'),
  warn: note('warn'),
  error: note('error'),
};
const ended: StepEnd[] = [];
const onStep: OnStep = (step) => void ended.push(step);
const user: HostUser = { id: 'ada', isOperator: false };
const isMissing = (code: ProblemCode): boolean => code === 'RUN_NOT_FOUND';

const script = { replies: [{ text: 'Four euros.' }] };
await using engine: Engine = await createEngine({
  workflows: [order, checks],
  agents: [seller],
  script,
  logger,
  onStep,
});
const run: RunHandle<OrderOutput> = await engine.start(byName['order'] ?? order, 2);
await run.settled();
await run.answer('boss', true);
const { id, output }: RunResult<OrderOutput> = await run.result();
const ids: RunId[] = [id];
assert.deepEqual(output, { day: '1970-01-01', all: [{ ok: true, value: 4 }], approved: true });
assert.equal((await engine.run(checks, { total: 120 })).output, 120);
assert.equal(ids.length, 1);
assert.ok(ended.length > 0);

type Tools = { readonly price: typeof price };
const thread: Thread<Tools, string> = engine.thread('cust-7', seller);
const parts: ThreadPart<Tools>['type'][] = [];
const reply = thread.send('What does tea cost?');
for await (const part of reply.fullStream) parts.push(part.type);
assert.equal(textOf(await reply.text), 'Four euros.');
assert.deepEqual(
  [named(seller), asked.item, user.id, signed.event],
  ['seller', 'tea', 'ada', 'signed'],
);
const shown = (given: PriceOutput): string => `${given.item}: ${given.euros}`;
assert.equal(shown({ item: 'tea', euros: 4 }), 'tea: 4');
await engine.runs.get('no-such-run').catch((error: unknown) => {
  assert.ok(error instanceof EngineError && isMissing(error.code));
});

// Helpers of tests.
async function begun(world: TestEngine): Promise<TestRun<OrderOutput>> {
  return world.start(order, 1);
}
await using world = await testEngine({ workflows: [order] });
const tested = await begun(world);
await tested.asked();
await tested.answer('boss', false);
await assertCompleted(tested);

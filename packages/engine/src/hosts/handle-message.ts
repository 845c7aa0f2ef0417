// Handling a message of a hosted run
// In any process: the driver is the one of the message before, if that was handled here, or made from the journal. It takes the
// message, and its rows are written in one append. What is to be done outside comes back as orders.
//
// T1. The host gives a run one message at a time. Only then do the rows after those that it kept come from an earlier try of the
//     same message, which was cut off after its append.
// T2. Such rows stand: they are followed, what they ask for is ordered again, and the message is taken as one that came twice.
// T3. Nothing is ordered before the append. A message that calls functions itself may have several (Inline calls I2).
// T4. Somebody waits for what comes of a command: an error that another try would meet too is the answer. All else is tried again.
// T5. A try that was taken for dead may wake up and claim the run anew, or write. Its rows stand too; the run is claimed once more.
import { isOver, type Json, type JsonObject, type RunId } from '@skein/kernel';
import { EngineError, withoutUndefined } from '@skein/ports';
import { outcomeOf } from '../cluster/commands/remote-commands.ts';
import { isStoreUnavailable } from '../cluster/try-later.ts';
import { isRepeatedStart } from '../core/driver/run-errors.ts';
import { placeOfPath } from '../core/run/child-path.ts';
import type { RunDriver } from '../core/driver/run-driver.ts';
import { unplaced } from '../core/run/draft.ts';
import type { DrivenRun } from '../core/run/driven-run.ts';
import { resumeHosted } from '../features/moves/resume-run.ts';
import type { Runtime } from '../runtime.ts';
import { applyMessage } from './apply-message.ts';
import { openBudget, refusedAsk, type HostedBudget } from './budgets/hosted-budget.ts';
import type { KeptRun } from './messages/kept-run.ts';
import type { Order } from './messages/order.ts';
import type { RunMessage } from './messages/run-message.ts';
import { newsForParent } from './news-for-parent.ts';
import { openNames } from './runs/open-names.ts';
import { openRun, warmUp, type Attempt } from './runs/open-run.ts';
import { boundNews, budgetMark, budgetNews, budgetTree } from './runtime/budget-tree.ts';
import { hostedRuntime, type HostedRuntime } from './runtime/hosted-runtime.ts';
import type { MessageHost } from './runtime/message-host.ts';

export interface HandledMessage {
  /** What to keep until the next message; null when the run is over, or was never started. */
  readonly kept: KeptRun | null;
  readonly orders: readonly Order[];
  /** The names of what is no longer open. */
  readonly over: readonly string[];
  /** What came of the message: `{ result }`, `{ error }`, or `{ late: true }` for an event that nobody waits for any more. */
  readonly reply: JsonObject;
  /** When it was taken: what comes at a later time is due that much later. */
  readonly at: number;
}

const triesMax = 3;

export async function handleMessage(
  host: MessageHost,
  run: RunId,
  kept: KeptRun | null,
  message: RunMessage,
): Promise<HandledMessage> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryMessage(host, { run, kept, message, isBehind: tries > 1 });
    } catch (error) {
      if (isAnswer(error, message)) return refusedMessage(host, kept, error);
      if (!isConflict(error) || tries === triesMax) throw error;
    }
  }
}

/** Another try has written, or claimed the run (T5). */
function isConflict(error: unknown): boolean {
  if (!(error instanceof EngineError)) return false;
  return error.code === 'STORE_CONFLICT' || error.code === 'STORE_FENCED';
}

/** Whether somebody waits for the answer, and no other try would give a better one (T4). */
function isAnswer(error: unknown, { type }: RunMessage): boolean {
  if (type === 'happened' || type === 'start-child') return false;
  return error instanceof EngineError && !isConflict(error) && !isStoreUnavailable(error);
}

/** Nothing has changed, and nothing that is open is closed by it. */
async function refusedMessage(
  host: MessageHost,
  kept: KeptRun | null,
  error: unknown,
): Promise<HandledMessage> {
  const reply = await outcomeOf(() => Promise.reject(error), host.runtime.onProblem);
  return { kept, orders: [], over: [], reply, at: host.runtime.clock.now() };
}

async function tryMessage(host: MessageHost, attempt: Attempt): Promise<HandledMessage> {
  const { run } = attempt;
  const at = host.runtime.clock.now();
  let runtime: HostedRuntime | null = null;
  try {
    const known = host.warm.take(run);
    const warm = await warmUp(host.runtime, known, attempt);
    runtime = warm?.runtime ?? hostedRuntime(host.runtime, host.inlineKindOf);
    runtime.boundedAbove = aboveOf(attempt);
    // A run that is here was written, even if the host has not heard of it.
    const isBehind = attempt.isBehind || (attempt.kept === null && known !== null);
    const { message } = attempt;
    const resumed = attempt.kept === null ? await resume(host.runtime, run, message) : null;
    const opened =
      warm === null
        ? await openRun(runtime, { ...attempt, isBehind })
        : { ...warm, before: openNames(warm.driver) };
    const mark = opened.driver === null ? null : budgetMark(opened.driver);
    const budget = await openBudget(runtime, opened.driver, attempt);
    const { driver, reply } =
      resumed === null
        ? await applyMessage(runtime, run, opened.driver, message)
        : { driver: opened.driver, reply: { result: resumed } };
    budget?.take(message);
    do await runtime.quiet();
    while (budget?.settle() === true);
    if (runtime.isOrphan && driver !== null) await cancelOrphan(runtime, driver);
    const [problem] = runtime.problems;
    if (problem !== undefined) throw problem;
    if (driver === null) {
      const orders = [...runtime.takeOrders(), ...refusedAsk(attempt.message)];
      return { kept: null, orders, over: [], reply, at };
    }
    if (warm !== null) await checkNotBehind(runtime, run, attempt.kept);
    const handled = await finish(runtime, driver, { ...attempt, mark, budget });
    const open = new Set(openNames(driver));
    const over = opened.before.filter((name) => !open.has(name));
    host.runtime.live?.tellRows(run);
    runtime.observer?.written();
    if (handled.kept !== null) host.warm.keep(run, { runtime, driver });
    return { reply, at, over, ...handled };
  } catch (error) {
    for (const driver of runtime?.drivers.values() ?? []) driver.lose(error);
    runtime?.observer?.dropped();
    if (!isRepeatedStart(error) || error.details.run === run) throw asConflict(error, run);
    const { run: id, seq } = error.details;
    const result = { id, isRepeated: true, ...withoutUndefined({ seq }) };
    return { kept: null, orders: [], over: [], reply: { result }, at };
  } finally {
    host.warm.leave(run);
  }
}

/**
 * A failed run has no driver: how it goes on is written first, with the runs below it, and then it is opened like any run of the
 * store. Null when the message asks for something else.
 */
async function resume(runtime: Runtime, run: RunId, message: RunMessage): Promise<Json | null> {
  if (message.type !== 'command' || message.command.do !== 'resume') return null;
  // Plain data; its interface merely lacks an index signature that says so.
  return (await resumeHosted(runtime, run, message.command)) as unknown as Json;
}

/** Its parent has ended meanwhile; its cancel is on the way, and this one comes first. */
async function cancelOrphan(runtime: HostedRuntime, driver: RunDriver): Promise<void> {
  const reason = 'Its parent ended before it was started.';
  await driver.record({ ...unplaced, type: 'run.cancelled', reason }, null);
  await runtime.quiet();
}

interface Paying extends Attempt {
  /** As those above knew it before the message. */
  readonly mark: string | null;
  readonly budget: HostedBudget | null;
}

/** The runs above that have a budget, as the host or the parent knows. */
function aboveOf({ run, kept, message }: Attempt): readonly RunId[] {
  if (message.type === 'budget' && message.do === 'bound') return message.bounded;
  if (kept !== null) return kept.tree?.bounded.filter((each) => each !== run) ?? [];
  return (message.type === 'start-child' && message.child.bounded) || [];
}

/** Writes what the message has brought about; all that is left is to carry out its orders. */
async function finish(
  runtime: HostedRuntime,
  driver: DrivenRun,
  { run, kept, message, mark, budget }: Paying,
): Promise<Pick<HandledMessage, 'kept' | 'orders'>> {
  const below = belowOf(driver, kept, message);
  const news = below === null ? null : newsForParent(driver, below);
  await runtime.store.write(run, driver.epoch);
  const { epoch, state } = driver;
  const told = news?.order ? [news.order] : [];
  const tree = budgetTree(driver, runtime.boundedAbove);
  const toKeep = {
    epoch,
    seq: state.seq,
    ...(news === null ? {} : { below: news.below }),
    ...(tree === undefined ? {} : { tree }),
    ...budget?.kept(),
  };
  // Children that begin with the run know what is above them.
  const bound = kept === null ? [] : boundNews(driver, tree, kept.tree);
  const paid = [...budgetNews(driver, tree, mark), ...bound, ...(budget?.answers() ?? [])];
  return {
    kept: isOver(state) ? null : toKeep,
    orders: [...runtime.takeOrders(), ...told, ...paid],
  };
}

/** A message that writes nothing meets no conflict: perhaps its first try has done all that there was to do (T1). */
async function checkNotBehind(
  { store }: HostedRuntime,
  run: RunId,
  kept: KeptRun | null,
): Promise<void> {
  if (kept === null || store.captured().length > 0) return;
  const { seq: expected } = kept;
  const found = (await store.runs.get(run))?.seq ?? expected;
  if (found !== expected) throw new EngineError('STORE_CONFLICT', { run, expected, found });
}

/** A start whose first try was written is one that finds its run there. */
function asConflict(error: unknown, run: RunId): unknown {
  if (!isRepeatedStart(error)) return error;
  return new EngineError('STORE_CONFLICT', { run, expected: 0, found: 1 });
}

function belowOf(
  { origin }: DrivenRun,
  kept: KeptRun | null,
  message: RunMessage,
): NonNullable<KeptRun['below']> | null {
  if (origin.parent === undefined) return null;
  if (kept?.below !== undefined) return kept.below;
  const given = message.type === 'start-child' ? message.child.place : null;
  return { place: given ?? placeOfPath(origin.parent.path), told: null };
}

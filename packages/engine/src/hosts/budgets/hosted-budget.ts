// The budget of a tree whose runs are in many processes
// Who pays for something asks the run at the top, which handles one message at a time. There the engine's own tree budget decides.
//
// H1. The tree is made anew for each such message, from what the host has kept: any process may handle the next one.
// H2. Only runs with a budget of their own are read; of the others it only counts below whom they are.
// H3. What the tree has spent is the counter of the store. Room is given back when what was spent is in it.
// H4. A call that ends, in whichever way, or that is begun again, has given back all its room.
import { isOver, waitId, type RunId } from '@skein/kernel';
import type { Spending } from '@skein/ports';
import { rebuildRun, type RebuildRuntime } from '../../cluster/rebuild-run.ts';
import { setLevel } from '../../core/budgets/budget-level.ts';
import { tokensOf } from '../../core/budgets/tokens-of.ts';
import { TreeBudget } from '../../core/budgets/tree-budget.ts';
import { childPath } from '../../core/run/child-path.ts';
import type { Draft } from '../../core/run/draft.ts';
import type { DrivenRun, OpenExecution, RunView, Source } from '../../core/run/driven-run.ts';
import { openChildEffects } from '../../core/run/open-effects.ts';
import { childrenByPath } from '../../state/records/children-by-path.ts';
import type {
  BudgetAsk,
  BudgetMessage,
  BudgetNews,
  KeptAsk,
  KeptBudget,
  PayingCall,
} from '../messages/budget-message.ts';
import type { Order } from '../messages/order.ts';
import type { RunMessage } from '../messages/run-message.ts';
import type { Attempt } from '../runs/open-run.ts';
import type { HostedRuntime } from '../runtime/hosted-runtime.ts';
import { DistantRun, distantCall } from './distant-run.ts';

/** Somebody who asks, or has leave. */
interface Asker {
  ask: KeptAsk;
  readonly execution: OpenExecution;
  /** Set when it has leave. */
  giveBack: (() => void) | null;
  leave: () => void;
}

const nothing: KeptBudget = { asks: [], held: [], reached: [] };

/** For a message of the run at the top; null where nobody pays. */
export async function openBudget(
  runtime: HostedRuntime,
  root: DrivenRun | null,
  { kept, message }: Pick<Attempt, 'kept' | 'message'>,
): Promise<HostedBudget | null> {
  const budget = kept?.budget;
  const isAsked = message.type === 'budget' && message.do !== 'bound';
  if (root === null || (budget === undefined && !isAsked)) return null;
  const opened = new HostedBudget(runtime, root);
  await opened.open(budget ?? nothing, message.type === 'budget' ? message : null);
  return opened;
}

/** What is said to whoever asks a run that has ended. */
export function refusedAsk(message: RunMessage): readonly Order[] {
  if (message.type !== 'budget' || message.do !== 'ask') return [];
  return [{ do: 'admit', reply: message.ask.reply, isAdmitted: false }];
}

export class HostedBudget {
  readonly #runtime: HostedRuntime;
  readonly #root: DrivenRun;
  readonly #tree = new TreeBudget();
  /** By id, in their order. */
  readonly #askers = new Map<string, Asker>();
  readonly #runs = new Map<RunId, DrivenRun>();
  readonly #held = new Map<RunId, Omit<BudgetNews, 'isHeld'>>();
  readonly #reached = new Set<RunId>();
  readonly #answers: Order[] = [];

  constructor(runtime: HostedRuntime, root: DrivenRun) {
    this.#runtime = runtime;
    this.#root = root;
    this.#runs.set(root.id, root);
  }

  async open(kept: KeptBudget, message: BudgetMessage | null): Promise<void> {
    const { state, id } = this.#root;
    const counted = await this.#runtime.store.budgets.get(id);
    setLevel(this.#root, {
      tree: this.#tree,
      tokens: Math.max(tokensOf(state.usage), counted.tokens),
      usd: Math.max(state.usage.usd, counted.usd),
    });
    if (message?.do === 'hear') await this.#place(message.news);
    if (message?.do === 'ask') await this.#place(message.ask);
    for (const run of kept.reached) {
      if (message?.do === 'hear' && message.news.run === run) continue;
      this.#reached.add(run);
    }
    for (const held of kept.held) this.#hold(held, await this.#place(held));
    for (const ask of kept.asks) this.#enter(ask, await this.#place(ask));
  }

  /** What a message about the budget brings about; all others are taken by the run itself. */
  take(message: RunMessage): void {
    if (message.type === 'budget') this.#take(message);
    this.settle();
  }

  /** Whoever does not want it any more leaves, others go ahead. True when that continues in the run. */
  settle(): boolean {
    for (const asker of this.#askers.values()) if (!asker.execution.live) this.#leave(asker);
    this.#tree.look();
    return this.#root.isBusy;
  }

  kept(): { readonly budget?: KeptBudget } {
    const asks = [...this.#askers.values()].map(({ ask, giveBack }) => ({
      ...ask,
      isAdmitted: giveBack !== null,
    }));
    const [held, reached] = [[...this.#held.values()], [...this.#reached]];
    const isEmpty = asks.length === 0 && held.length === 0 && reached.length === 0;
    return isEmpty ? {} : { budget: { asks, held, reached } };
  }

  /** For those who asked. */
  answers(): readonly Order[] {
    if (isOver(this.#root.state)) {
      for (const asker of this.#askers.values()) this.#leave(asker);
    }
    return this.#answers;
  }

  #take(message: BudgetMessage): void {
    switch (message.do) {
      case 'ask':
        this.#ask(message.ask);
        return;
      case 'give-back':
        for (const asker of this.#askers.values()) {
          const isMeant = message.id === undefined || message.id === asker.ask.id;
          if (isMeant && isSameCall(asker.ask, message.call)) this.#leave(asker);
        }
        return;
      case 'hear': {
        const { isHeld, ...held } = message.news;
        const run = this.#runs.get(held.run);
        this.#held.delete(held.run);
        if (run === undefined) return;
        if (isHeld) this.#hold(held, run);
        this.#tree.lookAbove(run);
        return;
      }
      case 'bound':
      // The message was opened with it.
    }
  }

  #ask(ask: BudgetAsk): void {
    const known = this.#askers.get(ask.id);
    const run = this.#runs.get(ask.run);
    if (run === undefined) return;
    if (known === undefined) {
      this.#enter({ ...ask, isAdmitted: false }, run);
      return;
    }
    // Its first answer got lost, or has not come yet.
    known.ask = { ...known.ask, reply: ask.reply };
    if (known.giveBack !== null) this.#answer(ask, true);
  }

  /** As it was left, or as it asks now. */
  #enter(ask: KeptAsk, run: DrivenRun): void {
    const execution = run === this.#root ? this.#callOfRoot(ask) : distantCall(run, ask);
    if (execution === null) {
      this.#answer(ask, false);
      return;
    }
    const asker: Asker = { ask, execution, giveBack: null, leave: () => {} };
    this.#askers.set(ask.id, asker);
    const admitted = (giveBack: () => void) => {
      asker.giveBack = giveBack;
      if (!ask.isAdmitted) this.#answer(asker.ask, true);
    };
    const entry = { execution, call: ask.cost, admitted, refused: () => {} };
    if (ask.isAdmitted) this.#tree.admit(entry);
    else asker.leave = this.#tree.enter(entry);
  }

  #callOfRoot({ node, activation, attempt }: BudgetAsk): OpenExecution | null {
    const call = this.#root.inFlight.executions.get({ node, activation });
    return call?.type === 'execution' && call.effect.attempt === attempt ? call : null;
  }

  #leave(asker: Asker): void {
    const { ask, giveBack, leave } = asker;
    if (!this.#askers.delete(ask.id)) return;
    if (giveBack === null) {
      leave();
      this.#answer(ask, false);
    } else {
      giveBack();
    }
  }

  #answer({ reply }: BudgetAsk, isAdmitted: boolean): void {
    this.#answers.push({ do: 'admit', reply, isAdmitted });
  }

  #hold(held: Omit<BudgetNews, 'isHeld'>, run: DrivenRun): void {
    this.#held.set(held.run, held);
    this.#tree.hold(run);
  }

  /** A run at its place in the tree: below those with a budget, and these below the root. */
  async #place({ run, bounded }: Omit<BudgetNews, 'isHeld'>): Promise<DrivenRun> {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const [nearest, ...rest] = bounded.filter((each) => each !== run);
    const above =
      nearest === undefined
        ? this.#root
        : await this.#place({ run: nearest, bounded: [nearest, ...rest] });
    const placed = bounded.includes(run) ? await this.#read(run) : this.#standIn(run);
    placed.below(above);
    this.#runs.set(run, placed);
    return placed;
  }

  #standIn(id: RunId): DistantRun {
    const { graph, dialect, origin } = this.#root;
    return new DistantRun(this.#runtime, { id, workflow: { graph, dialect }, origin }, this.#told);
  }

  async #read(id: RunId): Promise<DistantRun> {
    const stored = await this.#runtime.store.runs.load(id);
    if (stored === undefined) return this.#standIn(id);
    const read = await rebuildRun(this.#runtime, stored);
    const { graph, dialect, origin, state } = read;
    const workflow = { graph, dialect };
    const run = new DistantRun(this.#runtime, { id, workflow, origin }, this.#told);
    run.adopt(state);
    setLevel(run, { tree: this.#tree, ...(await spentIn(this.#runtime, read)) });
    // It has not said yet that it has come to its stop.
    if (this.#reached.has(id)) state.paused ??= { wait: waitId(''), limit: 'tokens', lets: true };
    return run;
  }

  readonly #told = (run: DistantRun, draft: Draft, source: Source | null): void => {
    if (draft.type === 'budget.raised') this.#held.delete(run.id);
    if (draft.type !== 'budget.reached') return;
    if (draft.above !== true) this.#reached.add(run.id);
    if (source?.type === 'execution') source.live = false;
  };
}

function isSameCall(one: PayingCall, other: PayingCall): boolean {
  return one.run === other.run && one.node === other.node && one.activation === other.activation;
}

/** What a run and those below it have spent, as their journals say: what its state does not know of are its open children. */
async function spentIn(runtime: RebuildRuntime, { id, state }: RunView): Promise<Spending> {
  let [tokens, usd] = [tokensOf(state.usage), state.usage.usd];
  const open = openChildEffects(state);
  const known = open.length === 0 ? null : await childrenByPath(runtime, id);
  for (const effect of open) {
    const record = known?.get(childPath(effect));
    const stored = record === undefined ? undefined : await runtime.store.runs.load(record.id);
    if (stored === undefined) continue;
    const below = await spentIn(runtime, await rebuildRun(runtime, stored));
    tokens += below.tokens;
    usd += below.usd;
  }
  return { tokens, usd };
}

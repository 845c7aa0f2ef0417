// The budget of a tree of runs
// Who pays for something asks here first. A tree is in one process (Trees), so all who ask meet in one place.
//
// B1. A call reserves the most that it may cost, in its own run and in every run above. It goes ahead when that fits into what
//     is left there beside the other reservations.
// B2. Where it does not fit, it waits for the calls in flight: most cost less than they reserved. Alone, it goes ahead
//     when its prompt fits. So a budget is overrun by one call at most, and one that is smaller than a reservation is of use.
// B3. Otherwise the budget is reached, at a moment when nothing that is paid for is in flight. The run whose budget it is
//     pauses, fails or hands over, as its policy says; the run that asked stands back, with all that it has recorded.
// B4. First come, first served.
// B5. Who spends without asking is stopped before the next step that it makes.
import { isOver, waitId, type BudgetReached, type Usage } from '@skein/kernel';
import type { PaidCall, Spending } from '@skein/ports';
import { abortReason } from '../run/abort-reason.ts';
import { unplaced, type Draft } from '../run/draft.ts';
import type { BudgetLevel, BudgetOfTree, DrivenRun, OpenExecution } from '../run/driven-run.ts';
import { isBounded, isOutOfBudget, leftIn, levelIn, spentBelow, upwards } from './budget-level.ts';
import { tokensOf } from './tokens-of.ts';

/** Who pays for something: it is admitted with what gives the room back, or refused. */
export interface Asker {
  readonly execution: OpenExecution;
  readonly call: PaidCall;
  readonly admitted: (giveBack: () => void) => void;
  readonly refused: () => void;
}

type Verdict =
  | 'go'
  | 'wait'
  /** Which run's budget does not allow it. */
  | { readonly run: DrivenRun; readonly limit: LimitName };

type LimitName = BudgetReached['limit'];
const limitNames = ['tokens', 'usd'] as const;

export class TreeBudget implements BudgetOfTree {
  readonly #reserved = new Set<Asker>();
  readonly #queue: Asker[] = [];
  /** Runs that stand still because of a run above them. */
  readonly #held = new Set<DrivenRun>();
  /** Runs whose pause is on its way into the journal. */
  readonly #reaching = new Set<DrivenRun>();

  reserve(execution: OpenExecution, call: PaidCall): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const { signal } = execution;
      const refused = () => reject(abortReason());
      let leave = (): void => {};
      const aborted = () => {
        refused();
        leave();
      };
      const admitted = (giveBack: () => void) => {
        signal.removeEventListener('abort', aborted);
        resolve(giveBack);
      };
      signal.addEventListener('abort', aborted, { once: true });
      leave = this.enter({ execution, call, admitted, refused });
    });
  }

  /** Puts somebody into the queue; gives back how to leave it. */
  enter(asker: Asker): () => void {
    this.#queue.push(asker);
    this.look();
    return () => this.#leaveQueue(asker);
  }

  /** Without looking: it fits, or had leave when this was last written down. */
  admit(asker: Asker): void {
    this.#reserved.add(asker);
    asker.admitted(() => this.#giveBack(asker));
  }

  isOverrun(run: DrivenRun): boolean {
    return upwards(run).some((each) => {
      const left = leftIn(this, each);
      return this.#standsStill(each) || limitNames.some((name) => (left?.[name] ?? 0) < 0);
    });
  }

  hold(run: DrivenRun): void {
    this.#held.add(run);
  }

  look(): void {
    for (const run of this.#held) this.#letGo(run);
    for (let asker = this.#queue[0]; asker !== undefined; asker = this.#queue[0]) {
      const verdict = asker.execution.live ? this.#judge(asker) : null;
      if (verdict === 'wait') return;
      this.#queue.shift();
      if (verdict === null) asker.refused();
      else if (verdict === 'go') this.admit(asker);
      else this.#standBack(asker.execution, verdict.run, verdict.limit);
    }
  }

  lookAbove(run: DrivenRun): void {
    for (const above of upwards(run.parent?.driver)) {
      const left = leftIn(this, above);
      const limit = limitNames.find((name) => (left?.[name] ?? 0) < 0);
      if (limit === undefined || this.#standsStill(above)) continue;
      // What is paid for is written down first; whoever gives its room back looks again.
      if (this.#reservedIn(above).length === 0) this.#reach(above, limit);
    }
  }

  #judge({ execution, call }: Asker): Verdict {
    for (const run of upwards(execution.driver)) {
      const limit = run.state.paused?.limit === 'usd' ? 'usd' : 'tokens';
      if (this.#standsStill(run)) return { run, limit };
      const left = leftIn(this, run);
      if (left === null) continue;
      const others = this.#reservedIn(run);
      for (const name of limitNames) {
        const available = left[name];
        if (available === null) continue;
        if (call.most[name] <= available - sum(others, name)) continue;
        if (others.length > 0) return 'wait';
        if (available <= 0 || call.least[name] > available) return { run, limit: name };
      }
    }
    return 'go';
  }

  /** The run that asked, or one above it, is out of budget: the activation becomes ready again, and waits with its run. */
  #standBack(execution: OpenExecution, run: DrivenRun, limit: LimitName): void {
    const { driver, effect } = execution;
    const { node, activation } = effect;
    const draft = { ...unplaced, type: 'budget.reached', limit, node, activation } as const;
    if (run === driver) {
      this.#post(driver, { ...draft, ...spentBelow(driver) }, execution);
      return;
    }
    driver.post({ ...draft, above: true }, execution);
    this.#held.add(driver);
    if (!this.#standsStill(run)) this.#reach(run, limit);
  }

  /** Also one that nobody needs any more: its cancel is on its way. */
  #standsStill(run: DrivenRun): boolean {
    if (run.parent !== null && !run.parent.child.live) return true;
    return isOver(run.state) || isOutOfBudget(run.state) || this.#reaching.has(run);
  }

  #reach(run: DrivenRun, limit: LimitName): void {
    this.#post(run, { ...unplaced, type: 'budget.reached', limit, ...spentBelow(run) }, null);
  }

  /** Until the journal has it, the run counts as standing still: it must not be told twice. */
  #post(run: DrivenRun, draft: Draft<'budget.reached'>, source: OpenExecution | null): void {
    this.#reaching.add(run);
    const told = () => {
      this.#reaching.delete(run);
      this.look();
    };
    run.post(draft, source, told, told);
  }

  /** Nothing above it stands still any more. */
  #letGo(run: DrivenRun): void {
    if (run.isGone) {
      this.#held.delete(run);
      return;
    }
    for (const above of upwards(run.parent?.driver)) {
      if (this.#standsStill(above)) return;
    }
    this.#held.delete(run);
    run.post({ ...unplaced, type: 'budget.raised', wait: waitId('') }, null);
  }

  #reservedIn(run: DrivenRun): readonly Asker[] {
    return [...this.#reserved].filter(({ execution }) => upwards(execution.driver).includes(run));
  }

  #giveBack(asker: Asker): void {
    if (!this.#reserved.delete(asker)) return;
    this.lookAbove(asker.execution.driver);
    this.look();
  }

  #leaveQueue(asker: Asker): void {
    const at = this.#queue.indexOf(asker);
    if (at < 0) return;
    this.#queue.splice(at, 1);
    this.look();
  }
}

function sum(askers: readonly Asker[], name: keyof Spending): number {
  return askers.reduce((total, { call }) => total + call.most[name], 0);
}

/** The level of a run, in the tree of the runs above it. */
export function levelOf(run: DrivenRun): BudgetLevel {
  if (run.budget !== null) return run.budget;
  const [known] = upwards(run).flatMap(({ budget }) => budget ?? []);
  return levelIn(known?.tree ?? new TreeBudget(), run);
}

/** Leave for a call to pay for something: at once where no budget bounds its run. */
export function reserveRoom(execution: OpenExecution, cost: () => PaidCall): Promise<() => void> {
  const { driver } = execution;
  if (!isBounded(driver)) return Promise.resolve(() => {});
  return levelOf(driver).tree.reserve(execution, cost());
}

/** A run that pays has just written something. */
export function lookAtBudget(run: DrivenRun, { tree }: BudgetLevel): void {
  tree.lookAbove(run);
  tree.look();
}

/** At once, for the run and all above it; the journal and the counter in the store follow with the next append. */
export function countSpent(driver: DrivenRun, usage: Usage): void {
  for (const each of upwards(driver)) {
    const level = levelOf(each);
    level.tokens += tokensOf(usage);
    level.usd += usage.usd ?? 0;
  }
}

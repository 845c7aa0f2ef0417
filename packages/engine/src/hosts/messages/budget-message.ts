// Messages about the budget of a tree of runs
// All but one go to the run at the top (Hosted budget).
import type { ActivationName, RunId } from '@skein/kernel';
import type { PaidCall } from '@skein/ports';

/** Which runs of a tree have a budget. */
export interface BudgetTree {
  /** The run at the top: whoever pays asks there. */
  readonly root: RunId;
  /** From the run itself upwards. */
  readonly bounded: readonly RunId[];
}

/** A call of a node that pays for something. */
export interface PayingCall extends ActivationName {
  readonly run: RunId;
}

/** A call wants to pay for something. */
export interface BudgetAsk extends PayingCall {
  readonly attempt: number;
  /** Of all that is asked in its tree; the same again is the same. */
  readonly id: string;
  readonly cost: PaidCall;
  readonly bounded: readonly RunId[];
  /** Where whoever asks waits for the answer. */
  readonly reply: string;
}

/** A run of the tree has spent something, or has come to a stop, or continues. */
export interface BudgetNews extends Pick<BudgetTree, 'bounded'> {
  readonly run: RunId;
  /** It stands still because of a run above it. */
  readonly isHeld: boolean;
}

export type BudgetMessage =
  | { readonly type: 'budget'; readonly do: 'ask'; readonly ask: BudgetAsk }
  /** Room is free again: what was asked under that id, or all that the call has asked for. */
  | {
      readonly type: 'budget';
      readonly do: 'give-back';
      readonly call: PayingCall;
      readonly id?: string;
    }
  | { readonly type: 'budget'; readonly do: 'hear'; readonly news: BudgetNews }
  /** To a child: the runs above it that have a budget are others now; from its parent upwards. */
  | { readonly type: 'budget'; readonly do: 'bound'; readonly bounded: readonly RunId[] };

/** What a host keeps at the top of a tree while somebody pays, asks, or stands still there. */
export interface KeptBudget {
  /** In their order. */
  readonly asks: readonly KeptAsk[];
  readonly held: readonly Omit<BudgetNews, 'isHeld'>[];
  /** Runs that were told that their budget is reached, and have not been heard of since. */
  readonly reached: readonly RunId[];
}

export interface KeptAsk extends BudgetAsk {
  /** It was given leave. */
  readonly isAdmitted: boolean;
}

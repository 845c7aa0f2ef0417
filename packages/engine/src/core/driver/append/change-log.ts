// The change log
// Collects what an append changes in the store's indexes. Most appends change nothing there and then cost nothing here.
import type {
  EmitEffect,
  RunId,
  RunJoined,
  RunState,
  Usage,
  VersionId,
  WaitEffect,
} from '@skein/kernel';
import {
  withoutUndefined,
  type JoinedStart,
  type RunChanges,
  type RunCreation,
  type RunStatus,
  type Spending,
  type WaitClosing,
  type WaitRecord,
} from '@skein/ports';
import { tokensOf } from '../../budgets/tokens-of.ts';
import type { OpenWait } from '../../run/open-things.ts';

export class ChangeLog {
  readonly #run: RunId;
  readonly #user: string | undefined;
  #created: RunCreation | null;
  #status: RunState['status'] = 'created';
  #opened: WaitRecord[] = [];
  #closed: WaitClosing[] = [];
  #taken: string[] = [];
  #emitted: EmitEffect[] = [];
  #spent: Spending | null = null;
  #version: VersionId | null = null;
  #joined: JoinedStart[] | null = null;
  /** Starts may still join the run. */
  #isQuiet: boolean;
  readonly #root: RunId;

  constructor(run: RunId, created: RunCreation) {
    this.#run = run;
    this.#root = created.root ?? run;
    this.#user = created.user;
    this.#created = created;
    this.#isQuiet = created.debounceKey !== undefined;
  }

  /** The run is in the store already, in this state. */
  resume({ status, quiet }: RunState): void {
    this.#created = null;
    this.#status = status;
    this.#isQuiet = quiet !== null;
  }

  join({ idempotencyKey, seq }: RunJoined): void {
    if (idempotencyKey === undefined) return;
    (this.#joined ??= []).push({ user: this.#user, key: idempotencyKey, seq });
  }

  open({ effect, event }: OpenWait): void {
    this.#opened.push(recordOf({ run: this.#run, user: this.#user }, effect, event));
  }

  close(closing: WaitClosing): void {
    this.#closed.push(closing);
  }

  takeKeptEvent(event: string): void {
    this.#taken.push(event);
  }

  emit(effect: EmitEffect): void {
    this.#emitted.push(effect);
  }

  /** The events that `emit` nodes have sent since. */
  takeEmitted(): readonly EmitEffect[] {
    if (this.#emitted.length === 0) return none;
    const emitted = this.#emitted;
    this.#emitted = [];
    return emitted;
  }

  move(version: VersionId): void {
    this.#version = version;
  }

  spend(usage: Usage): void {
    const tokens = (this.#spent?.tokens ?? 0) + tokensOf(usage);
    const usd = (this.#spent?.usd ?? 0) + (usage.usd ?? 0);
    if (tokens !== 0 || usd !== 0) this.#spent = { tokens, usd };
  }

  /** What has changed since it was last taken. */
  take({ status, quiet }: RunState): RunChanges | undefined {
    const isBegun = this.#isQuiet && quiet === null;
    if (
      status === this.#status &&
      this.#opened.length === 0 &&
      this.#closed.length === 0 &&
      this.#taken.length === 0 &&
      this.#spent === null &&
      this.#version === null &&
      this.#joined === null &&
      !isBegun
    ) {
      return undefined;
    }
    const changes: RunChanges = {
      ...(this.#created === null ? {} : { created: this.#created }),
      // A run that has an event is past the status `created`, the only one that stores do not know.
      ...(status === this.#status ? {} : { status: status as RunStatus }),
      ...withoutUndefined({
        version: this.#version ?? undefined,
        joined: this.#joined ?? undefined,
        begun: isBegun || undefined,
      }),
      ...(this.#opened.length === 0 ? {} : { opened: this.#opened }),
      ...(this.#closed.length === 0 ? {} : { closed: this.#closed }),
      ...(this.#taken.length === 0 ? {} : { taken: this.#taken }),
      ...(this.#spent === null ? {} : { spent: { root: this.#root, ...this.#spent } }),
    };
    this.#created = null;
    this.#status = status;
    this.#opened = [];
    this.#closed = [];
    this.#taken = [];
    this.#spent = null;
    this.#version = null;
    this.#joined = null;
    if (isBegun) this.#isQuiet = false;
    return changes;
  }
}

const none: readonly EmitEffect[] = [];

function recordOf(
  { run, user }: { readonly run: RunId; readonly user: string | undefined },
  effect: WaitEffect,
  event: string | undefined,
): WaitRecord {
  const { wait, node, shownAs, activation, question, createdAt, deadlineAt } = effect;
  return {
    id: wait,
    run,
    node: shownAs ?? node,
    activation,
    question,
    ...(event === undefined ? {} : { event }),
    ...(user === undefined ? {} : { user }),
    createdAt,
    deadlineAt,
    status: 'open',
  };
}

// The messages of an append
// Who is told what follows from these rows. Most appends open no wait, close none and end nothing: those are not looked at here.
//
// M1. An id is made of the last row's: an append that is made again writes the same messages.
// M2. Whoever a question names in its `notify` gets a link to answer it with, unless it has links for those named in `who` only:
//     then mails to others have none. Whoever hears of all events gets none.
// M3. A reminder is a message that is due later. Whoever delivers it drops it when the wait is closed by then.
// M4. What one append says has an order too: an answer comes before the next question that follows from it.
// M5. Followers of a run hear that it asks something else than before, or has ended. They look themselves at what it is.
import { isLinked, isOver, type Json, type RunEvent } from '@skein/kernel';
import type {
  Outbox,
  OutboxKind,
  OutboxMessage,
  RunChanges,
  WaitClosing,
  WaitRecord,
} from '@skein/ports';
import type { RunView } from '../run/driven-run.ts';
import type { NodeEvent } from './append/change-log.ts';

const dayMs = 24 * 3_600_000;
const linkMs = 7 * dayMs;

interface Emitted {
  readonly emitted: readonly NodeEvent[];
}

type Told = Omit<OutboxMessage, 'id' | 'user' | 'run' | 'createdAt'>;

export function outboxMessages(
  outbox: Outbox,
  run: RunView,
  { opened = [], closed = [], emitted, status }: RunChanges & Emitted,
  events: readonly RunEvent[],
): readonly OutboxMessage[] {
  const last = events.at(-1);
  if (last === undefined) return [];
  const ended = status === undefined || !isOver(run.state) ? [] : endOf(outbox, run, last.at);
  const closing = ({ wait, status: how, answer = null }: WaitClosing) => {
    const data = { ...about(run), wait, status: how, answer, by: answererOf(events, wait) };
    return heard(outbox, 'wait.closed', { wait, data, dueAt: last.at });
  };
  const isNew = ({ wait }: WaitClosing) => opened.some(({ id }) => id === wait);
  // In the order in which one leads to the other (M4).
  const told = [
    ...closed.filter((each) => !isNew(each)).flatMap(closing),
    ...emitted.flatMap(({ node, name, data = null }) => {
      const event = { ...about(run), node, name, data };
      return heard(outbox, 'event.emitted', { wait: null, data: event, dueAt: last.at });
    }),
    ...opened.flatMap((wait) => openingOf(outbox, run, wait)),
    ...closed.filter(isNew).flatMap(closing),
    ...ended,
    ...changeOf(outbox, run, { isChanged: opened.length + closed.length > 0, status, events }),
  ];
  const { id, origin } = run;
  const { user = '' } = origin;
  const createdAt = last.at;
  return told.map((each, i) => ({ ...each, id: `${last.id}.${i}`, user, run: id, createdAt }));
}

/** Of a run inside another one, only the run at the top tells. */
function endOf(outbox: Outbox, run: RunView, at: number): readonly Told[] {
  const { status } = run.state;
  if (run.origin.parent !== undefined) return [];
  const kind = status === 'failed' || status === 'stalled' ? 'run.failed' : 'run.finished';
  return heard(outbox, kind, { wait: null, data: { ...about(run), status }, dueAt: at });
}

/** M5. */
function changeOf(
  { followers }: Outbox,
  { id, graph, origin, state }: RunView,
  about: {
    readonly isChanged: boolean;
    readonly status: RunChanges['status'];
    readonly events: readonly RunEvent[];
  },
): readonly Told[] {
  const { isChanged, status, events } = about;
  const last = events.at(-1);
  if (followers === undefined || origin.parent !== undefined || last === undefined) return [];
  const hasEnded = status !== undefined && isOver(state);
  if (!isChanged && !hasEnded && !events.some(isOfChild)) return [];
  const told = { kind: 'task.changed', wait: null, linkUntil: null, dueAt: last.at } as const;
  const data = { run: id };
  return followers({ id, workflow: graph.workflow }).map((recipient) => ({
    ...told,
    recipient,
    data,
  }));
}

/** What a child waits for is a question of the run at the top. */
export function isOfChild({ type }: RunEvent): boolean {
  return type === 'child.waiting' || type === 'child.resumed';
}

function heard(
  { subscribers }: Outbox,
  kind: OutboxKind,
  told: Pick<Told, 'wait' | 'data' | 'dueAt'>,
): readonly Told[] {
  return subscribers(kind).map((recipient) => ({ ...told, kind, recipient, linkUntil: null }));
}

function openingOf(outbox: Outbox, run: RunView, wait: WaitRecord): readonly Told[] {
  const { createdAt, deadlineAt, question, id } = wait;
  const { to = [], ...notify } = question.notify ?? {};
  const { remindAfterMs = [], escalateTo = [], escalateAfterMs = dayMs } = notify;
  const data = askedIn(run, wait);
  const until = Math.min(createdAt + (notify.expiresAfterMs ?? linkMs), deadlineAt ?? Infinity);
  const tell = (kind: OutboxKind, recipients: readonly string[], afterMs: number) =>
    [...new Set(recipients)].map((recipient): Told => {
      const dueAt = createdAt + Math.max(0, afterMs);
      const linkUntil = isClicked(recipient) || isLinked(question, recipient) ? until : null;
      return { kind, recipient, wait: id, data, linkUntil, dueAt };
    });
  const others = heard(outbox, 'wait.opened', { wait: id, data, dueAt: createdAt });
  return [
    ...tell('wait.opened', to, 0),
    ...others.filter(({ recipient }) => !to.includes(recipient)),
    ...[remindAfterMs].flat().flatMap((afterMs) => tell('wait.reminder', to, afterMs)),
    ...levelsOf(escalateTo).flatMap((level, i) =>
      tell('wait.escalated', level, timeOf(escalateAfterMs, i)),
    ),
  ];
}

/** The buttons of a chat carry the link, and answer as whoever clicked: who that is, is checked then. */
function isClicked(recipient: string): boolean {
  return recipient.startsWith('webhook:');
}

function levelsOf(given: readonly (string | readonly string[])[]): readonly (readonly string[])[] {
  const isOne = given.every((each) => typeof each === 'string');
  return isOne ? [given] : given.map((each) => [each].flat());
}

/** One time is that of the first level, and how much later each of the others is; after the last of several they go on in days. */
function timeOf(after: number | readonly number[], level: number): number {
  if (typeof after === 'number') return after * (level + 1);
  const last = after.length - 1;
  return after[level] ?? (after[last] ?? 0) + (level - last) * dayMs;
}

function askedIn(run: RunView, { id, node, question, deadlineAt }: WaitRecord): Json {
  const { kind, prompt = null, schema = null, data = null, who = [] } = question;
  const deadline = deadlineAt === null ? null : new Date(deadlineAt).toISOString();
  return { ...about(run), wait: id, node, kind, prompt, schema, data, who: [...who], deadline };
}

function about({ id, origin }: RunView): { readonly [key: string]: Json } {
  const { workflow, name = null } = origin;
  return { run: id, workflow: { id: workflow.id, name } };
}

function answererOf(events: readonly RunEvent[], wait: string): Json {
  const row = events.find((event) => event.type === 'wait.answered' && event.wait === wait);
  const by = row?.type === 'wait.answered' ? row.by : undefined;
  return by === undefined ? null : typeof by === 'string' ? by : { ...by };
}

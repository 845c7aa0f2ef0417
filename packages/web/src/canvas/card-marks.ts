// Marks on cards
// Status, counts and problems change often, the drawing rarely. So each card reads them from a store by its id: a change
// re-renders only the cards that it affects.
import { createContext, useContext } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Status } from '../design/status/status.ts';

export interface CardMark {
  readonly status?: Status | undefined;
  readonly count?: number;
  readonly time?: string | undefined;
  readonly problem?: 'error' | 'warning' | undefined;
  readonly isPointedAt?: boolean;
  readonly isPinned?: boolean;
  /** How it differs from what was there before, in a draft that somebody is to accept. */
  readonly change?: 'added' | 'changed' | undefined;
}

interface Marks {
  readonly byId: ReadonlyMap<string, CardMark>;
}

export type MarkStore = StoreApi<Marks>;

export function createMarkStore(): MarkStore {
  return createStore<Marks>(() => ({ byId: new Map() }));
}

/** Equal marks keep their identity, so that their cards do not re-render. */
export function setMarks(store: MarkStore, byId: ReadonlyMap<string, CardMark>): void {
  const before = store.getState().byId;
  const next = new Map<string, CardMark>();
  let isChanged = before.size !== byId.size;
  for (const [id, mark] of byId) {
    const old = before.get(id);
    const kept = old !== undefined && isSame(old, mark) ? old : mark;
    isChanged ||= kept !== old;
    next.set(id, kept);
  }
  if (isChanged) store.setState({ byId: next });
}

function isSame(one: CardMark, other: CardMark): boolean {
  return (
    one.status === other.status &&
    one.count === other.count &&
    one.time === other.time &&
    one.problem === other.problem &&
    one.isPointedAt === other.isPointedAt &&
    one.isPinned === other.isPinned &&
    one.change === other.change
  );
}

export const MarkContext = createContext<MarkStore>(createMarkStore());

const none: CardMark = {};

/** Of the node of a card, or of all those that it stands for. */
export function useCardMark(id: string, members?: readonly string[]): CardMark {
  return useStore(
    useContext(MarkContext),
    useShallow(({ byId }) => markOf(byId, id, members)),
  );
}

export function markOf(
  byId: ReadonlyMap<string, CardMark>,
  id: string,
  members: readonly string[] | undefined,
): CardMark {
  return members === undefined
    ? (byId.get(id) ?? none)
    : joinMarks(members.map((member) => byId.get(member) ?? none));
}

/** What a collapsed group says about its content: the worst of it, and the rest only if it is all. */
const statusOrder: readonly Status[] = [
  'failed',
  'waiting',
  'retrying',
  'running',
  'pending',
  'partly',
  'cancelled',
  'completed',
  'idle',
  'uncalled',
  'skipped',
];

export function joinMarks(marks: readonly CardMark[]): CardMark {
  const status = statusOrder.find((each) => marks.some((mark) => mark.status === each));
  const problem = (['error', 'warning'] as const).find((each) =>
    marks.some((mark) => mark.problem === each),
  );
  return {
    status,
    problem,
    change: marks.some(({ change }) => change !== undefined) ? 'changed' : undefined,
    isPointedAt: marks.some(({ isPointedAt }) => isPointedAt === true),
  };
}

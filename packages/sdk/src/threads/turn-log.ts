// What one turn reads and writes of its thread
// Each operation is a recorded step of the turn, so a crash repeats none.
// L1. What the user said is remembered before the model is asked: a turn that fails keeps it.
// L2. A turn that ends after a later one, because it was tried again, is added behind that one: nothing that was said is lost.
import { isObject, type Json } from '@skein/kernel';
import { EngineError, type MemoryEntry, type NodeMemory } from '@skein/ports';
import type { History } from '../agents/agent-source.ts';
import { listedThread } from './listed-thread.ts';
import { shorten, withinSize } from './shorten.ts';
import {
  countKey,
  listKeyOf,
  listScope,
  scopeOf,
  toKept,
  turnKey,
  windowKey,
  type KeptTurn,
  type ThreadPlace,
  type ThreadWindow,
} from './thread-place.ts';

/** A scope of the memory has room for 10,000 keys. */
const turnsMax = 9000;
/** Turns that failed one after the other, and whose messages are still sent. */
const failedMax = 20;

export interface BegunTurn {
  readonly turn: number;
  readonly window: ThreadWindow;
  /** Of the window: 0 when there is none yet. */
  readonly revision: number;
}

export async function beginTurn(
  memory: NodeMemory,
  place: ThreadPlace,
  kept: Pick<KeptTurn, 'id' | 'run' | 'messages' | 'about'>,
): Promise<BegunTurn> {
  const scope = scopeOf(place);
  const { value } = await memory.add(countKey, 1, { scope });
  const turn = Number(value);
  const messages = withinSize(kept.messages);
  await memory.set(turnKey(turn), toKept({ ...kept, messages, isDone: false }), { scope });
  if (turn > turnsMax) await memory.delete(turnKey(turn - turnsMax), { scope });
  const { window, revision } = readWindow(await memory.get(windowKey, { scope }));
  const failed: KeptTurn[] = [];
  for (let each = Math.max(window.turn + 1, turn - failedMax); each < turn; each++) {
    const kept = toTurn(await memory.get(turnKey(each), { scope }));
    if (kept !== null) failed.push(kept);
  }
  // The last of all reads: a turn that an earlier release began has recorded the others in this order.
  await listThread(memory, place, { turn, messages });
  const said = failed.flatMap(({ messages: its }) => its);
  return { turn, window: { ...window, messages: [...window.messages, ...said] }, revision };
}

export async function endTurn(
  memory: NodeMemory,
  place: ThreadPlace,
  {
    begun: { turn, window, revision },
    kept,
    history,
  }: { readonly begun: BegunTurn; readonly kept: KeptTurn; readonly history: History | undefined },
): Promise<void> {
  const scope = scopeOf(place);
  const messages = withinSize(kept.messages);
  await memory.set(turnKey(turn), toKept({ ...kept, messages }), { scope });
  const write = (onto: ThreadWindow, ifRevision: number) => {
    const all = shorten([...onto.messages, ...messages], history);
    const next = { ...onto, turn: Math.max(turn, onto.turn), messages: all };
    return memory.set(windowKey, toKept(next), { scope, ifRevision });
  };
  try {
    await write(window, revision);
  } catch (error) {
    if (!hasCode(error, 'MEMORY_CONFLICT')) throw error;
    const newer = readWindow(await memory.get(windowKey, { scope }));
    await write(newer.window, newer.revision);
  }
}

/** A user with more threads than a scope has room for still gets answers; the newest are then not in the list. */
async function listThread(
  memory: NodeMemory,
  place: ThreadPlace,
  { turn, messages }: { readonly turn: number; readonly messages: KeptTurn['messages'] },
): Promise<void> {
  const key = listKeyOf(place);
  const known = turn === 1 ? null : await memory.get(key, { scope: listScope });
  const listed = listedThread(place, { turn, messages, before: known?.value });
  try {
    await memory.set(key, listed, { scope: listScope });
  } catch (error) {
    if (!hasCode(error, 'MEMORY_TOO_LARGE')) throw error;
  }
}

function readWindow(entry: MemoryEntry | null): {
  readonly window: ThreadWindow;
  readonly revision: number;
} {
  const { value = null, revision = 0 } = entry ?? {};
  const isWindow =
    isObject(value) && typeof value['turn'] === 'number' && areMessages(value['messages']);
  if (!isWindow) return { window: { turn: 0, messages: [] }, revision };
  // Its form was just checked.
  return { window: value as unknown as ThreadWindow, revision };
}

/** Null where there is none, or something else: workflows and people write into the memory too. */
export function toTurn(entry: MemoryEntry | null): KeptTurn | null {
  const { value = null } = entry ?? {};
  const isTurn =
    isObject(value) &&
    typeof value['id'] === 'string' &&
    typeof value['run'] === 'string' &&
    areMessages(value['messages']);
  // Its form was just checked.
  return isTurn ? (value as unknown as KeptTurn) : null;
}

function areMessages(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof EngineError && error.code === code;
}

// A thread up to one of its messages: as another thread (fork), or in place, so that a message is answered anew
// The memory has no transactions over several keys. What is written last counts: of a fork the number of turns, so that one which was
// interrupted is an empty thread.
import { isObject, ownValue, textOf } from '@skein/kernel';
import { EngineError, withoutUndefined } from '@skein/ports';
import { listedThread, saidIn } from './listed-thread.ts';
import { shorten, withinSize } from './shorten.ts';
import type { SpokenTurn } from './stop-speaking.ts';
import type { ThreadHost } from './thread-host.ts';
import {
  countKey,
  listKeyOf,
  listScope,
  scopeOf,
  toKept,
  turnKey,
  windowKey,
  type KeptTurn,
} from './thread-place.ts';
import { toTurn } from './turn-log.ts';

/** Turns that are taken along. */
const turnsMax = 200;

export interface CutThread {
  readonly agent: string;
  readonly id: string;
  readonly user?: string;
}

interface Numbered {
  readonly turn: number;
  readonly kept: KeptTurn;
}

/** What was said before a message becomes the beginning of another thread. */
export async function forkThread(
  host: ThreadHost,
  from: CutThread,
  { before, to }: { readonly before: string; readonly to: string },
): Promise<{ readonly turns: number }> {
  const kept = await turnsBefore(host, from, before);
  const target = { ...from, id: to };
  const { scope, user } = ownerOf(target);
  if ((await host.memory.get(countKey, { scope, ...user })) !== null)
    throw new EngineError('BAD_VALUE', {
      what: 'thread',
      complaint: `There is a thread "${to}" already: choose another id.`,
    });
  for (const [i, each] of kept.entries())
    await host.memory.set(turnKey(i + 1), toKept(each.kept), { scope, ...user });
  await writeEnd(
    host,
    target,
    kept.map((each, i) => ({ ...each, turn: i + 1 })),
  );
  const [first, last] = [kept[0], kept.at(-1)];
  if (first !== undefined && last !== undefined) {
    const title = saidIn(first.kept.messages);
    await listIt(host, target, { turn: kept.length, kept: last.kept, title });
  }
  return { turns: kept.length };
}

/** What was said in a turn that was stopped: by the agent so far, and by the user if the turn could not remember it. */
export async function keepStopped(
  host: ThreadHost,
  from: CutThread,
  { run, spoken }: { readonly run: string; readonly spoken: SpokenTurn },
): Promise<void> {
  const { scope, user } = ownerOf(from);
  const count = await countOf(host, from);
  const last = toTurn(await host.memory.get(turnKey(count), { scope, ...user }));
  if (last?.run === run) {
    if (last.isDone || spoken.all === '') return;
    const said = withinSize([...last.messages, { role: 'assistant', content: spoken.all }]);
    const kept = { ...last, messages: said, cutOff: spoken.cutOff };
    await host.memory.set(turnKey(count), toKept(kept), { scope, ...user });
    return;
  }
  await keepUnbegun(host, from, { run, count });
}

async function keepUnbegun(
  host: ThreadHost,
  from: CutThread,
  { run, count }: { readonly run: string; readonly count: number },
): Promise<void> {
  const { scope, user } = ownerOf(from);
  const { input } = await host.runs.get(run);
  const message = isObject(input) ? ownValue(input, 'message') : undefined;
  if (!isObject(message)) return;
  const content = ownValue(message, 'content') ?? ownValue(message, 'text') ?? '';
  const messages = withinSize([{ role: 'user', content }]);
  const kept = { id: textOf(ownValue(message, 'id') ?? ''), run, isDone: false, messages };
  await host.memory.set(turnKey(count + 1), toKept(kept), { scope, ...user });
  await host.memory.set(countKey, count + 1, { scope, ...user });
  await listIt(host, from, { turn: count + 1, kept });
}

async function listIt(
  host: ThreadHost,
  thread: CutThread,
  { turn, kept, title }: Numbered & { readonly title?: string },
): Promise<void> {
  const { user } = ownerOf(thread);
  const place = { agent: thread.agent, thread: thread.id };
  const [key, owner] = [listKeyOf(place), { scope: listScope, ...user }] as const;
  const before = title === undefined ? (await host.memory.get(key, owner))?.value : { title };
  const listed = listedThread(place, { turn, messages: kept.messages, before });
  await host.memory.set(key, listed, owner);
}

/** Takes back the newest turn, so that it can be said again. */
export async function takeBackLast(
  host: ThreadHost,
  from: CutThread,
  last: KeptTurn,
): Promise<void> {
  const { scope, user } = ownerOf(from);
  const count = await countOf(host, from);
  const kept = await turnsBefore(host, from, last.id);
  await writeEnd(host, from, kept);
  if ((kept.at(-1)?.turn ?? 0) < count)
    await host.memory.delete(turnKey(count), { scope, ...user });
}

/** What the next turn begins with, after these. */
async function writeEnd(
  host: ThreadHost,
  from: CutThread,
  kept: readonly Numbered[],
): Promise<void> {
  const { scope, user } = ownerOf(from);
  const turn = kept.at(-1)?.turn ?? 0;
  const messages = shorten(kept.flatMap((each) => each.kept.messages));
  await host.memory.set(windowKey, toKept({ turn, messages }), { scope, ...user });
  await host.memory.set(countKey, turn, { scope, ...user });
}

async function turnsBefore(
  host: ThreadHost,
  from: CutThread,
  before: string,
): Promise<readonly Numbered[]> {
  const { scope, user } = ownerOf(from);
  const count = await countOf(host, from);
  const numbers = Array.from({ length: Math.min(count, turnsMax + 1) }, (_, i) => count - i);
  const found: Numbered[] = [];
  let isBefore = false;
  // From the newest back to the message, and on to what came before it.
  for (const turn of numbers) {
    const kept = toTurn(await host.memory.get(turnKey(turn), { scope, ...user }));
    if (isBefore && kept !== null) found.unshift({ turn, kept });
    isBefore ||= kept?.id === before;
  }
  if (!isBefore) throw new EngineError('NOT_FOUND', { what: 'message', id: before });
  return found;
}

async function countOf({ memory }: ThreadHost, from: CutThread): Promise<number> {
  const { scope, user } = ownerOf(from);
  const count = Number((await memory.get(countKey, { scope, ...user }))?.value ?? 0);
  return Number.isSafeInteger(count) ? Math.max(0, count) : 0;
}

function ownerOf({ agent, id: thread, user }: CutThread) {
  return { scope: scopeOf({ agent, thread }), user: withoutUndefined({ user }) };
}

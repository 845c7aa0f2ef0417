// Playing a test
// Starts the run and drives it until it has ended, or nobody is left who could answer.
//
// P1. What is due first happens first: an answer, an event or a timer. Of the same time people come first, then events.
// P2. A process that dies is followed by another one, which resumes the run. Whatever was not acknowledged is sent again.
import type { Cassette } from '@skein/agents';
import type { RunJson } from '@skein/engine';
import { rebuildState, type JsonObject } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { ConfiguredOptions } from '../inputs/load-config.ts';
import { recordCassette } from '../../cassettes/record-cassette.ts';
import type { CrashPoint } from '../../testing/crashing-store.ts';
import { createWorld, type TestWorld } from '../../testing/test-world.ts';
import { scriptedPeople, type DueAnswer } from './scripted-people.ts';
import type { SentEvent, TestCase } from './test-file.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export interface Played {
  readonly run: RunJson;
  /** In the shape that the test asks for. */
  readonly view: JsonObject | null;
  /** Nodes in the order in which their activations began. */
  readonly order: readonly string[];
  readonly asked: RunJson['waits'];
  /** What went otherwise than scripted, each with its place in the test. */
  readonly troubles: readonly { readonly pointer: string; readonly message: string }[];
  readonly violations: readonly string[];
  /** How often something was written. */
  readonly appends: number;
  readonly explain: (node: string) => Promise<readonly string[]>;
  /** What it asked, with the answers. */
  readonly record: () => Promise<Cassette>;
  close(): Promise<void>;
}

/** A run that takes more turns does not get on. */
const turnsMax = 100_000;

export async function playTest(
  test: TestCase,
  configured: ConfiguredOptions,
  crashAt?: CrashPoint,
): Promise<Played> {
  const { script, cassette, missing } = test;
  const startAt = Date.parse(test.startAt ?? cassette?.run?.startedAt ?? '');
  const world = await createWorld({
    ...configured,
    ...withoutUndefined({ script, cassette, missing, crashAt }),
    startAt: Number.isNaN(startAt) ? undefined : startAt,
  });
  try {
    return await play(world, test);
  } catch (error) {
    await world.close();
    throw error;
  }
}

async function play(world: TestWorld, test: TestCase): Promise<Played> {
  const people = scriptedPeople(test.people);
  const troubles: { readonly pointer: string; readonly message: string }[] = [];
  const crash = crashes(world);
  const id = await crash.surviving(() => start(world, test));
  const startedAt = Date.parse((await world.engine().runs.get(id)).createdAt);
  const events = test.events.map((event, place) => ({ event, place, isSent: false }));
  for (let turn = 0; turn < turnsMax; turn++) {
    await crash.surviving(() => world.quiet());
    const run = await crash.surviving(() => world.engine().runs.get(id));
    const answer = people.next(run.waits);
    if (run.status !== 'running' && run.status !== 'waiting') break;
    const event = events.find(({ isSent }) => !isSent);
    const eventAt = event === undefined ? null : startedAt + (event.event.afterMs ?? 0);
    const next = first([answer?.at ?? null, eventAt, world.clock.nextAt]);
    const now = world.clock.now();
    if (next === null || next > now) {
      // A run that nothing wakes but is not at rest is still being worked on.
      const isUnderWay = world.isBusy() || (next === null && run.status === 'running');
      if (isUnderWay && (await crash.surviving(() => world.progress(), anew))) continue;
      if (next === null) break;
      // Set, not moved on: of what is due then, people and events come before timers (P1).
      world.clock.jump(next - now);
    } else if (answer !== null && answer.at <= now) {
      const trouble = await crash.surviving(() => give(world, answer));
      people.done(answer);
      if (trouble !== null) troubles.push(trouble);
    } else if (event !== undefined && eventAt !== null && eventAt <= now) {
      await crash.surviving(() => send(world, id, event));
      event.isSent = true;
    } else await crash.surviving(() => world.clock.advance(0));
  }
  for (const place of people.left()) {
    const { node } = test.people[place] ?? { node: '' };
    const message = `"${node}" did not ask (again), so this answer was not used.`;
    troubles.push({ pointer: `/people/${place}`, message });
  }
  return outcome(world, test, { id, asked: people.asked, troubles });
}

function first(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** After a crash everything may be different: what was seen before it decides nothing. */
const anew = () => Promise.resolve(true);

/** Work that a crash may cut short: another process does it again (P2), or something else instead. */
function crashes(world: TestWorld) {
  return {
    async surviving<T>(work: () => Promise<T>, again = work): Promise<T> {
      const mortal = world.died;
      if (mortal === null) return work();
      const done = work().then(
        (value) => ({ value }),
        // What a dead process says is of no interest.
        (error: unknown) => (world.isDead() ? 'died' : { error }),
      );
      const ended = await Promise.race([done, mortal.then(() => 'died' as const)]);
      if (world.isDead() || ended === 'died') {
        await world.restart();
        return again();
      }
      // Only a death is a text.
      if (typeof ended === 'string') throw new Error(ended);
      if ('error' in ended) throw ended.error;
      return ended.value;
    },
  };
}

async function start(world: TestWorld, test: TestCase): Promise<string> {
  const { definition, input, dialect } = test;
  const { id } = await world.engine().runs.start(
    definition,
    // The key: a process that dies at once may have started it already.
    withoutUndefined({ idempotencyKey: 'test', input, start: test.start, dialect }),
  );
  return id;
}

async function give(
  world: TestWorld,
  { wait, node, answer, answerer, place, refused }: DueAnswer,
): Promise<{ readonly pointer: string; readonly message: string } | null> {
  const pointer = `/people/${place ?? 0}`;
  try {
    await world.engine().waits.answer(wait, answer, answerer);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return refused ? null : { pointer, message: `"${node}" refused the answer: ${error.message}` };
  }
  return refused
    ? { pointer, message: `"${node}" accepted the answer, which it must refuse.` }
    : null;
}

async function send(
  world: TestWorld,
  run: string,
  { event, place }: { readonly event: SentEvent; readonly place: number },
): Promise<void> {
  await world.engine().events.send(event.name, event.data ?? null, { run, id: `event-${place}` });
}

async function outcome(
  world: TestWorld,
  test: TestCase,
  played: Pick<Played, 'asked' | 'troubles'> & { readonly id: string },
): Promise<Played> {
  const { runs } = world.engine();
  const { id, asked, troubles } = played;
  const { view } = test.expect;
  const { appends, violations } = world;
  const done = appends();
  return {
    // As a document: what is shown later must not change with the engine.
    run: JSON.parse(JSON.stringify(await runs.get(id))) as RunJson,
    view: view === undefined ? null : await runs.view(id, view.dialect),
    order: await orderOf(world, test, id),
    asked,
    troubles,
    violations,
    appends: done,
    explain: async (node) => (await world.engine().runs.explain(id, node)).words,
    record: async () => (await recordCassette(world.engine(), id)).cassette,
    close: () => world.close(),
  };
}

async function orderOf(world: TestWorld, test: TestCase, id: string): Promise<readonly string[]> {
  const { dialect, start: at } = test;
  const { graph } = world.compile(test.definition, withoutUndefined({ dialect, start: at }));
  if (graph === null) return [];
  const begun = new Set<string>();
  const order: string[] = [];
  rebuildState(graph, await world.engine().runs.journal(id), (_, derived) => {
    for (const fact of derived) {
      if (fact.type !== 'activation.started' && fact.type !== 'activation.completed') continue;
      const name = `${fact.node}#${fact.activation}`;
      if (begun.has(name)) continue;
      begun.add(name);
      order.push(fact.node);
    }
  });
  return order;
}

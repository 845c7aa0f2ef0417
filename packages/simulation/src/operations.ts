// Operations
// Everything that can happen to a simulated world from outside. Each operation does one thing and describes it in a few words.
import { anyAnswerer, equalJson, type Json } from '@skein/kernel';
import { EngineError, type WaitRecord } from '@skein/ports';
import type { SimulatedCall } from './world/simulated-calls.ts';
import type { Acknowledged, Simulation } from './simulation.ts';

export type OperationName = keyof typeof operations;

export const operations = {
  call: { weight: 10, do: makeCall },
  store: { weight: 6, do: answerAppend },
  answer: { weight: 4, do: answerWait },
  repeat: { weight: 1, do: repeatAnswer },
  contradict: { weight: 1, do: contradictAnswer },
  event: { weight: 2, do: sendEvent },
  timer: { weight: 4, do: fireTimer },
  jump: { weight: 1, do: jumpTime },
  crash: { weight: 1, do: crash },
  zombie: { weight: 1, do: endZombie },
  outage: { weight: 0.3, do: beginOutage },
  cancel: { weight: 0.05, do: cancelRun },
} as const satisfies {
  readonly [name: string]: {
    readonly weight: number;
    readonly do: (world: Simulation) => string | Promise<string>;
  };
};

function makeCall(world: Simulation): string {
  const { random, troubles, isPeaceful } = world;
  const call = random.pick(world.calls.filter(({ engine }) => engine === world.engines));
  if (call === undefined) return 'no call';
  remove(world, call);
  const fails = !isPeaceful && random.chance(troubles.fail);
  const outcome = fails ? (random.chance(0.5) ? 'fail' : 'fail late') : 'work';
  call.go(outcome);
  return `${call.name} ${outcome}`;
}

/** A function of a dead process still runs to its end. */
function endZombie(world: Simulation): string {
  const call = world.random.pick(world.calls.filter(({ engine }) => engine !== world.engines));
  if (call === undefined) return 'no zombie';
  remove(world, call);
  call.go('work');
  return `${call.name} of a dead process`;
}

function remove(world: Simulation, call: SimulatedCall): void {
  world.calls = world.calls.filter((other) => other !== call);
}

function answerAppend({ store, random, troubles, isPeaceful }: Simulation): string {
  const append = store.waiting.shift();
  if (append === undefined) return 'no append';
  const fails = !isPeaceful && random.chance(troubles.fault);
  const fault = fails ? (random.chance(0.5) ? 'before' : 'after') : 'none';
  append(fault);
  return fault === 'none' ? 'an append is written' : `an append fails ${fault}`;
}

async function answerWait(world: Simulation): Promise<string> {
  const { random, person, engine } = world;
  const { items } = await engine.waits.list();
  const wait = random.pick(items.filter(({ event }) => event === undefined));
  if (wait === undefined) return 'no wait';
  const answer = person(wait, random);
  if (answer === undefined) return `nobody answers ${wait.node}`;
  give(world, wait, answer);
  return `${wait.node} answered ${JSON.stringify(answer)}`;
}

/** Not awaited: the answer may depend on an append that completes later, or never. */
function give(world: Simulation, wait: WaitRecord, answer: Json): void {
  const answerer = anyAnswerer(wait.question);
  world.engine.waits.answer(wait.id, answer, answerer).then(
    () => world.acknowledged.push({ run: wait.run, wait: wait.id, answer, answerer }),
    (error: unknown) => expectCode(world, error, answerCodes),
  );
}

/** How an answer may legitimately fail: a race, a refusal, a process that ends, a store that fails. */
const answerCodes = [
  'WAIT_ANSWERED',
  'WAIT_CLOSED',
  'ANSWER_REFUSED',
  'RUN_ENDED',
  'RUN_LOST',
  'ENGINE_CLOSED',
];

function expectCode(world: Simulation, error: unknown, codes: readonly string[]): void {
  const isStore = error instanceof Error && error.message.includes('store');
  if (isStore || (error instanceof EngineError && codes.includes(error.code))) return;
  world.violations.push(`A caller got ${String(error)}.`);
}

function repeatAnswer(world: Simulation): string {
  const given = world.random.pick(world.acknowledged);
  if (given === undefined) return 'nothing to repeat';
  world.engine.waits.answer(given.wait, given.answer, given.answerer).catch((error: unknown) => {
    expectCode(world, error, ['ENGINE_CLOSED']);
  });
  return `the answer to ${given.wait} again`;
}

function contradictAnswer(world: Simulation): string {
  const given = world.random.pick(world.acknowledged);
  if (given === undefined) return 'nothing to contradict';
  const other: Json = { other: world.random.below(1000) };
  world.engine.waits.answer(given.wait, other, given.answerer).then(
    () => checkContradiction(world, given, other),
    (error: unknown) => expectCode(world, error, answerCodes),
  );
  return `another answer to ${given.wait}`;
}

function checkContradiction(world: Simulation, { wait, answer }: Acknowledged, other: Json): void {
  if (!equalJson(answer, other)) world.violations.push(`The wait ${wait} took a second answer.`);
}

async function sendEvent(world: Simulation): Promise<string> {
  const { random, engine, run } = world;
  const { items } = await engine.waits.list();
  const wait = random.pick(items.filter(({ event }) => event !== undefined));
  const name = wait?.event ?? 'nobody waits for this';
  const id = `event-${random.below(20)}`;
  const isAddressed = run !== null && random.chance(0.3);
  const options = isAddressed ? { id, run } : { id };
  engine.events.send(name, { n: random.below(10) }, options).catch((error: unknown) => {
    expectCode(world, error, ['RUN_ENDED', 'RUN_LOST', 'ENGINE_CLOSED', 'EVENT_REFUSED']);
  });
  return `the event ${name}${isAddressed ? ' to the run' : ''}`;
}

async function fireTimer({ clock }: Simulation): Promise<string> {
  const { nextAt } = clock;
  if (nextAt === null) return 'no timer';
  const ms = Math.max(0, nextAt - clock.now());
  await clock.advance(ms);
  return `time moves on by ${ms} ms`;
}

function jumpTime({ clock, random }: Simulation): string {
  const rangeMs = 120_000;
  const ms = random.below(rangeMs) - rangeMs / 4;
  clock.jump(ms);
  return `the clock is set by ${ms} ms`;
}

async function crash(world: Simulation): Promise<string> {
  await world.restart();
  return 'the process dies, another one starts';
}

/** Sometimes long enough to lose the lease of a run. */
function beginOutage(world: Simulation): string {
  world.outageLeft = 5 + world.random.below(30);
  return `the store is away for ${world.outageLeft} appends`;
}

function cancelRun(world: Simulation): string {
  if (world.run === null) return 'nothing to cancel';
  world.engine.runs.cancel(world.run).catch((error: unknown) => {
    expectCode(world, error, ['RUN_ENDED', 'RUN_LOST', 'ENGINE_CLOSED']);
  });
  return 'the run is cancelled';
}

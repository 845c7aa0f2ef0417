// What can happen to a fleet from outside. Each operation does one thing and describes it in a few words.
import { EngineError, type WaitRecord } from '@skein/ports';
import { fullWorkflow } from '../crash/full-workflow.ts';
import { answerOf } from '../crash/full-world.ts';
import { fleetUsers, type Fleet, type FleetHost } from './fleet.ts';

export type FleetOperation = keyof typeof fleetOperations;

export const fleetOperations = {
  start: { weight: 2, do: startRun },
  call: { weight: 14, do: makeCall },
  answer: { weight: 5, do: (fleet: Fleet) => answerWait(fleet) },
  lastAnswer: { weight: 0.3, do: (fleet: Fleet) => answerWait(fleet, die) },
  time: { weight: 8, do: (fleet: Fleet) => passTime(fleet, fleet.random.below(400)) },
  longTime: { weight: 2, do: (fleet: Fleet) => passTime(fleet, fleet.random.below(8000)) },
  kill: { weight: 0.6, do: killHost },
  freeze: { weight: 0.6, do: freezeHost },
  thaw: { weight: 0.6, do: thawHost },
  host: { weight: 1, do: addHost },
  cancel: { weight: 0.15, do: cancelRun },
  release: { weight: 0.5, do: releaseRuns },
} as const satisfies {
  readonly [name: string]: {
    readonly weight: number;
    readonly do: (fleet: Fleet) => Promise<string>;
  };
};

async function startRun(fleet: Fleet): Promise<string> {
  const { random, options, started } = fleet;
  const n = random.below(options.runs) + 1;
  const host = random.pick(fleet.live);
  if (!host?.engine) return 'nobody is there to start anything';
  const user = fleetUsers[n % fleetUsers.length] as string;
  const idempotencyKey = `run ${Math.ceil(n / fleetUsers.length)}`;
  const start = { input: 'tea', user, idempotencyKey };
  asking(host, host.engine.runs.start(fullWorkflow('full', { isSimulated: true }), start)).then(
    ({ id }) => {
      if (host.isDead) return;
      const other = started.get(id) ?? user;
      if (other !== user) fleet.violations.push(`${user} was given ${id}, which ${other} has.`);
      started.set(id, user);
    },
    (error: unknown) => expected(fleet, error, []),
  );
  return `${host.name} starts run ${n}`;
}

async function makeCall(fleet: Fleet): Promise<string> {
  const open = fleet.random.pick(fleet.calls);
  if (open === undefined) return 'no call';
  fleet.calls = fleet.calls.filter((each) => each !== open);
  open.go();
  return `${open.call.name} of ${open.host.name}`;
}

/** `after`: what becomes of the host once it has acknowledged the answer. */
async function answerWait(fleet: Fleet, after?: Fate): Promise<string> {
  const { items } = await fleet.store.waits.list({});
  const wait = fleet.random.pick(items);
  const host = fleet.random.pick(fleet.live);
  if (wait === undefined || host === undefined) return 'no wait';
  // Before answering whether something happened, it is made sure that it is not still in flight.
  const isInFlight = fleet.calls.some(({ call }) => call.key.startsWith(`${wait.run}/`));
  if (wait.question.kind === 'outcome' && isInFlight) return `${wait.node}: not sure yet`;
  await answer(fleet, host, { wait, after });
  return `${wait.node} answered at ${host.name}${after === undefined ? '' : ', which dies'}`;
}

type Fate = (fleet: Fleet, host: FleetHost) => void;

/** Not awaited: it may depend on a dead process. */
async function answer(
  fleet: Fleet,
  host: FleetHost,
  { wait, after }: { readonly wait: WaitRecord; readonly after: Fate | undefined },
): Promise<void> {
  const given = await answerOf(wait, fleet);
  if (host.engine === null) return;
  asking(host, host.engine.waits.answer(wait.id, given)).then(
    () => {
      if (host.isDead) return;
      fleet.acknowledged.set(wait.id, given);
      after?.(fleet, host);
    },
    (error: unknown) =>
      expected(fleet, error, ['WAIT_CLOSED', 'WAIT_ANSWERED', 'WAIT_NOT_FOUND', 'RUN_ENDED']),
  );
}

async function passTime(fleet: Fleet, ms: number): Promise<string> {
  await fleet.advance(ms);
  return `${ms} ms pass`;
}

async function killHost(fleet: Fleet): Promise<string> {
  const host = fleet.random.pick(fleet.hosts.filter(({ isDead }) => !isDead));
  if (host === undefined) return 'nobody to kill';
  die(fleet, host);
  return `${host.name} is killed`;
}

function die(fleet: Fleet, host: FleetHost): void {
  host.isDead = true;
  fleet.lost += 1;
  fleet.hosts = fleet.hosts.filter((each) => each !== host);
}

async function freezeHost(fleet: Fleet): Promise<string> {
  const host = fleet.random.pick(fleet.live);
  if (host === undefined) return 'nobody to freeze';
  host.isFrozen = true;
  fleet.lost += 1;
  return `${host.name} is frozen`;
}

async function thawHost(fleet: Fleet): Promise<string> {
  const host = fleet.random.pick(fleet.hosts.filter(({ isFrozen }) => isFrozen));
  if (host === undefined) return 'nobody is frozen';
  thaw(host);
  return `${host.name} is thawed`;
}

export function thaw(host: FleetHost): void {
  host.isFrozen = false;
  for (const go of host.held.splice(0)) go();
}

async function addHost(fleet: Fleet): Promise<string> {
  fleet.hosts = fleet.hosts.filter(({ isDead }) => !isDead);
  if (fleet.hosts.length >= fleet.options.engines) return 'there are enough';
  await fleet.addHost();
  return `host ${fleet.made} starts`;
}

async function cancelRun(fleet: Fleet): Promise<string> {
  const run = fleet.random.pick([...fleet.started.keys()]);
  const host = fleet.random.pick(fleet.live);
  if (run === undefined || !host?.engine) return 'nothing to cancel';
  asking(host, host.engine.runs.cancel(run)).then(
    () => {
      if (!host.isDead) fleet.cancelled.add(run);
    },
    (error: unknown) => expected(fleet, error, ['RUN_ENDED']),
  );
  return `${host.name} cancels ${run}`;
}

/** Somebody looked at the quarantined runs, and lets them go on. */
async function releaseRuns(fleet: Fleet): Promise<string> {
  const { items } = await fleet.store.runs.list({ isQuarantined: true });
  const host = fleet.random.pick(fleet.live);
  const { engine } = host ?? {};
  if (host === undefined || !engine || items.length === 0) return 'nothing to release';
  for (const { id } of items) {
    asking(host, engine.runs.release(id)).catch((error: unknown) => expected(fleet, error, []));
  }
  return `${host.name} releases ${items.map(({ id }) => id).join(', ')}`;
}

async function asking<T>(host: FleetHost, answer: Promise<T>): Promise<T> {
  host.asked += 1;
  try {
    return await answer;
  } finally {
    host.asked -= 1;
  }
}

/** The errors that a caller may get from a faulty process, or about a faulty store. */
const troubles = ['STORE_UNAVAILABLE', 'RUN_LOST', 'RUN_ELSEWHERE', 'RUN_MOVED', 'ENGINE_CLOSED'];
const fences = ['STORE_FENCED', 'STORE_CONFLICT'];

function expected(fleet: Fleet, error: unknown, codes: readonly string[]): void {
  const known = [...troubles, ...fences, ...codes];
  if (error instanceof EngineError && known.includes(error.code)) return;
  fleet.violations.push(`A caller got ${String(error)}.`);
}

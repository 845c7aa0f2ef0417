// Node functions under watch
// W1. A step whose result is in the journal is not made again; if it is, that is a violation.
// W2. A step that was made before the process died, and whose result did not get into the journal, is executed again after the restart. It
//     then gives the same result: a script would otherwise use its next reply for it, and the test would test the script.
// W3. A durable function records how an attempt of the step KEY failed under KEY~N, and at last under KEY!. Each attempt is made by itself,
//     and what records a failure is no step that a test could answer for.
import type { Json, NodeResult, Usage, WaitQuestion } from '@skein/kernel';
import {
  overIo,
  withoutUndefined,
  type NodeCall,
  type NodeFunction,
  type NodeIo,
  type NodeType,
  type StepOptions,
} from '@skein/ports';
import { newFlight, whileAsking, type Flight, type Flights } from './flights.ts';

interface Made {
  readonly flight: Flight;
  readonly outcome: Promise<Json | undefined>;
  readonly spent: Usage[];
}

/** Steps that any process of a test has executed, with their results. */
export type MadeSteps = Map<string, Made>;

/** What is done in place of a step, or of the function of a node, by its name. */
export interface StepAnswers {
  readonly [name: string]: (call: { readonly attempt: number }) => Json | Promise<Json>;
}

/** Only what a simulation needs: what a crash made of a step, and what is under way. */
export function sameAfterCrash(
  nodeTypes: ReadonlyMap<string, NodeType>,
  flights: Flights,
): ReadonlyMap<string, NodeType> {
  const seen = { made: new Map(), flights, answers: {} };
  return watchedTypes(nodeTypes, { ...seen, onMade: () => {}, isDead: () => false });
}

export function watchedTypes(
  nodeTypes: ReadonlyMap<string, NodeType>,
  eyes: Eyes,
): ReadonlyMap<string, NodeType> {
  const { flights, answers } = eyes;
  const fly = <T>(call: NodeCall, io: NodeIo, work: (watched: NodeIo) => T): T => {
    const flight = newFlight();
    return flights.track(flight, () => work(watchedIo(call, io, { ...eyes, flight })));
  };
  const answerFor = ({ node }: NodeCall) =>
    Object.hasOwn(answers, node) ? answers[node] : undefined;
  const watchedRun =
    (run: NodeFunction): NodeFunction =>
    (call, io) =>
      fly(call, io, (watched) => {
        const answer = answerFor(call);
        return answer === undefined ? run(call, watched) : valueOf(answer(call));
      });
  return new Map(
    [...nodeTypes].map(([type, nodeType]): [string, NodeType] => {
      const { run, halves } = nodeType;
      const called = halves && {
        ...halves,
        call: (call: NodeCall, io: NodeIo) =>
          fly(call, io, (watched) => answerFor(call)?.(call) ?? halves.call(call, watched)),
      };
      const watched = withoutUndefined({ run: run && watchedRun(run), halves: called });
      return [type, { ...nodeType, ...watched }];
    }),
  );
}

async function valueOf(answer: Json | Promise<Json>): Promise<NodeResult> {
  return { value: await answer };
}

export interface Eyes {
  readonly made: MadeSteps;
  readonly flights: Flights;
  readonly answers: StepAnswers;
  /** Hears of each step that is really made, as `RUN NODE#N KEY`. */
  readonly onMade: (step: string) => void;
  /** Whether the process has died. */
  readonly isDead: () => boolean;
}

function watchedIo(call: NodeCall, io: NodeIo, eyes: Eyes & { readonly flight: Flight }): NodeIo {
  const { made, flights, flight, answers, onMade, isDead } = eyes;
  let spending: Usage[] | null = null;
  const failed = failedAttempts(io);
  const makeOnce = <T extends Json | undefined>(
    { step, attempt }: { readonly step: string; readonly attempt: number },
    effect: () => T | Promise<T>,
  ) => {
    const key = `${step} ${attempt}`;
    const known = made.get(key);
    if (known !== undefined) {
      // It may still be in flight, and its cost is only known when it ends. The same step executed it before.
      return flights.follow(known.flight, () =>
        known.outcome.finally(() => {
          for (const usage of known.spent) io.spend(usage);
        }),
      ) as Promise<T>;
    }
    const spent: Usage[] = [];
    spending = spent;
    const own = newFlight();
    const outcome = flights.track(own, async () => effect());
    made.set(key, { flight: own, outcome, spent });
    return outcome;
  };
  let signal: AbortSignal | null = null;
  return overIo(io, {
    get signal() {
      return (signal ??= survivingSignal(io.signal, isDead));
    },
    step<T extends Json | undefined>(
      name: string,
      effect: (key: string) => T | Promise<T>,
      options?: StepOptions<T>,
    ): Promise<T> {
      const found = Object.hasOwn(answers, name) ? answers[name] : undefined;
      const make = (key: string) => {
        const step = `${call.run} ${call.node}#${call.activation} ${key}`;
        onMade(step);
        const answer = failureRecord.test(key) ? undefined : found;
        const attempt = call.attempt + failed.of(key);
        // Whoever answers for a step knows what it gives.
        const given = () =>
          answer === undefined ? effect(key) : (answer({ attempt }) as Promise<T>);
        return failed.counted(key, makeOnce({ step, attempt }, given));
      };
      return whileAsking(flight, () => io.step(name, make, options));
    },
    wait: (question: WaitQuestion, name: string | { readonly key: string } = '') =>
      whileAsking(flight, () => io.wait(question, name)),
    // A budget that is used up is a question to a person too.
    reserve: (cost: Parameters<NodeIo['reserve']>[0]) =>
      whileAsking(flight, () => io.reserve(cost)),
    spend: (usage: Usage) => {
      spending?.push(usage);
      io.spend(usage);
    },
  });
}

/** The key under which a failure is recorded (W3). */
const failureRecord = /(?:~\d+|!)$/;

/** How often the steps of an activation have failed: in calls before this one, if that was recorded, and in this one. */
function failedAttempts(io: NodeIo) {
  let counts: Map<string, number> | null = null;
  /** Asked for the first time before this call has recorded anything. */
  const counted = () => (counts ??= recordedFailures(io));
  const of = (key: string) => counted().get(key) ?? 0;
  return {
    of,
    counted<T>(key: string, made: Promise<T>): Promise<T> {
      return made.catch((error: unknown) => {
        counted().set(key, of(key) + 1);
        throw error;
      });
    },
  };
}

function recordedFailures(io: NodeIo): Map<string, number> {
  const counts = new Map<string, number>();
  for (const recorded of io.recordedKeys()) {
    const [, key] = /^(.*)~\d+$/.exec(recorded) ?? [];
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Aborts with the activation, but not because the process died: a call in flight then still completes (W2). */
function survivingSignal(signal: AbortSignal, isDead: () => boolean): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!isDead()) controller.abort(signal.reason);
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return controller.signal;
}

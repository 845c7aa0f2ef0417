// Node functions under watch
// W1. A step whose result is in the journal is not made again; if it is, that is a violation.
// W2. A step that was made before the process died, and whose result did not get into the journal, is executed again after the restart. It
//     then gives the same result: a script would otherwise use its next reply for it, and the test would test the script.
import type { Json, Usage } from '@skein/kernel';
import type { NodeCall, NodeIo, NodeType, StepOptions } from '@skein/ports';
import { newFlight, whileAsking, type Flight, type Flights } from './flights.ts';

interface Made {
  readonly flight: Flight;
  readonly outcome: Promise<Json | undefined>;
  readonly spent: Usage[];
}

/** Steps that any process of a test has executed, with their results. */
export type MadeSteps = Map<string, Made>;

export function watchedTypes(
  nodeTypes: ReadonlyMap<string, NodeType>,
  eyes: Eyes,
): ReadonlyMap<string, NodeType> {
  const fly = <T>(call: NodeCall, io: NodeIo, work: (watched: NodeIo) => T): T => {
    const flight = newFlight();
    return eyes.flights.track(flight, () => work(watchedIo(call, io, { ...eyes, flight })));
  };
  return new Map(
    [...nodeTypes].map(([type, nodeType]): [string, NodeType] => {
      const { run, halves } = nodeType;
      const wrapped: NodeType = {
        ...nodeType,
        ...(run && { run: (call, io) => fly(call, io, (watched) => run(call, watched)) }),
        ...(halves && {
          halves: {
            ...halves,
            call: (call, io) => fly(call, io, (watched) => halves.call(call, watched)),
          },
        }),
      };
      return [type, wrapped];
    }),
  );
}

export interface Eyes {
  readonly made: MadeSteps;
  readonly flights: Flights;
  /** Hears of each step that is really made, as `RUN NODE#N KEY`. */
  readonly onMade: (step: string) => void;
  /** Whether the process has died. */
  readonly isDead: () => boolean;
}

function watchedIo(
  call: NodeCall,
  io: NodeIo,
  { made, flights, flight, onMade, isDead }: Eyes & { readonly flight: Flight },
): NodeIo {
  const counts = new Map<string, number>();
  let spending: Usage[] | null = null;
  const makeOnce = <T extends Json | undefined>(step: string, effect: () => T | Promise<T>) => {
    const key = `${step} ${call.attempt}`;
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
  const own = {
    get signal() {
      return (signal ??= survivingSignal(io.signal, isDead));
    },
    step<T extends Json | undefined>(
      name: string,
      effect: () => T | Promise<T>,
      options?: StepOptions<T>,
    ): Promise<T> {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const step = `${call.run} ${call.node}#${call.activation} ${name}#${count}`;
      const make = () => {
        onMade(step);
        return makeOnce(step, effect);
      };
      return whileAsking(flight, () => io.step(name, make, options));
    },
    wait: (...asked: Parameters<NodeIo['wait']>) => whileAsking(flight, () => io.wait(...asked)),
    // A budget that is used up is a question to a person too.
    reserve: (cost: Parameters<NodeIo['reserve']>[0]) =>
      whileAsking(flight, () => io.reserve(cost)),
    spend: (usage: Usage) => {
      spending?.push(usage);
      io.spend(usage);
    },
  };
  // Everything else is the io's own; its methods work without `this`.
  return new Proxy(io, {
    get: (target, key) =>
      Object.hasOwn(own, key)
        ? // It was found there.
          own[key as keyof typeof own]
        : // Whatever it is, it is passed on.
          (Reflect.get(target, key) as unknown),
  });
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

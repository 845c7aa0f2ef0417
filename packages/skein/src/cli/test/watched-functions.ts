// Node functions under watch
// W1. A step whose result is in the journal is not made again; if it is, that is a violation.
// W2. A step that was made before the process died, and whose result did not get into the journal, is made again after the restart. It
//     then comes to the same: a script would otherwise take its next reply for it, and the test would test the script.
import type { Json, Usage } from '@skein/kernel';
import type { NodeCall, NodeIo, NodeType, StepOptions } from '@skein/ports';

interface Made {
  readonly outcome: Promise<Json | undefined>;
  readonly spent: Usage[];
}

/** What all processes of a test share. */
export interface Watched {
  /** Steps that were made, and what came of them. */
  readonly made: Map<string, Made>;
  /** How many functions are at work, waiting ones not counted. */
  inFlight: number;
}

export function watchedTypes(
  nodeTypes: ReadonlyMap<string, NodeType>,
  watched: Watched,
  /** Hears of each step that is really made, as `RUN NODE#N KEY`. */
  onMade: (step: string) => void,
): ReadonlyMap<string, NodeType> {
  const watch = (call: NodeCall, io: NodeIo) => watchedIo(call, io, { watched, onMade });
  return new Map(
    [...nodeTypes].map(([type, nodeType]): [string, NodeType] => {
      const { run, halves } = nodeType;
      const wrapped: NodeType = {
        ...nodeType,
        ...(run && { run: (call, io) => tracked(watched, () => run(call, watch(call, io))) }),
        ...(halves && {
          halves: {
            ...halves,
            call: (call, io) => tracked(watched, () => halves.call(call, watch(call, io))),
          },
        }),
      };
      return [type, wrapped];
    }),
  );
}

function tracked<T>(watched: Watched, work: () => T): T {
  watched.inFlight += 1;
  const done = () => {
    watched.inFlight -= 1;
  };
  let returned: T;
  try {
    returned = work();
  } catch (error) {
    done();
    throw error;
  }
  if (!(returned instanceof Promise)) {
    done();
    return returned;
  }
  // The engine gets a promise of the same kind, one turn later.
  return returned.finally(done) as T;
}

interface Eyes {
  readonly watched: Watched;
  readonly onMade: (step: string) => void;
}

function watchedIo(call: NodeCall, io: NodeIo, { watched, onMade }: Eyes): NodeIo {
  const counts = new Map<string, number>();
  let spending: Usage[] | null = null;
  const makeOnce = <T extends Json | undefined>(step: string, effect: () => T | Promise<T>) => {
    const key = `${step} ${call.attempt}`;
    const known = watched.made.get(key);
    if (known !== undefined) {
      for (const usage of known.spent) io.spend(usage);
      // The very step made it before.
      return known.outcome as Promise<T>;
    }
    const spent: Usage[] = [];
    spending = spent;
    const outcome = (async () => effect())();
    watched.made.set(key, { outcome, spent });
    return outcome;
  };
  const whileWaiting = async <T>(wait: () => Promise<T>): Promise<T> => {
    watched.inFlight -= 1;
    try {
      return await wait();
    } finally {
      watched.inFlight += 1;
    }
  };
  const own = {
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
      return io.step(name, make, options);
    },
    wait: (question: Parameters<NodeIo['wait']>[0]) => whileWaiting(() => io.wait(question)),
    // A budget that is used up is a question to a person too.
    reserve: (cost: Parameters<NodeIo['reserve']>[0]) => whileWaiting(() => io.reserve(cost)),
    spend: (usage: Usage) => {
      spending?.push(usage);
      io.spend(usage);
    },
  };
  // Everything else is the io's own; its methods work without `this`.
  return new Proxy(io, {
    get: (target, key) =>
      Object.hasOwn(own, key)
        ? own[key as keyof typeof own]
        : (Reflect.get(target, key) as unknown),
  });
}

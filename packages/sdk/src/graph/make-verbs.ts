import type { GraphBuilder } from './graph-builder.ts';
import type { GraphVerbs } from './graph-verbs.ts';
import { ifVerb, switchVerb } from './verbs/branches.ts';
import { loopVerb } from './verbs/loop.ts';
import { mapVerb } from './verbs/map.ts';
import { approvalVerb, eventVerb, inputVerb } from './verbs/waits.ts';
import {
  agentVerb,
  emitVerb,
  llmVerb,
  runVerb,
  setVerb,
  sleepVerb,
  stepVerb,
  stopVerb,
} from './verbs/work.ts';

type Rest<Verb> = Verb extends (builder: GraphBuilder, ...rest: infer Args) => unknown
  ? Args
  : never;

type MapGiven = Parameters<typeof mapVerb>[2];

/** The verbs add to the graph that is being written: in the body of a map, that is the map's. */
export function graphVerbs(graph: GraphBuilder): {
  readonly g: GraphVerbs;
  /** Lets `body` write into this builder. */
  readonly write: <T>(builder: GraphBuilder, body: () => T) => T;
} {
  let writing: GraphBuilder | null = null;
  const builder = () => {
    if (writing !== null) return writing;
    throw new Error(
      `The graph "${graph.id}" is complete: its verbs can be used only while its function runs, and not after an await.`,
    );
  };
  const write = <T>(inner: GraphBuilder, body: () => T): T => {
    const before = writing;
    writing = inner;
    try {
      return body();
    } finally {
      writing = before;
    }
  };
  const mapping =
    (settles: boolean) =>
    (id: string, items: unknown, body: MapGiven['body'], options: MapGiven['options']) =>
      mapVerb(builder(), id, { items, body, options, settles, write });
  const g = {
    step: (...args: Rest<typeof stepVerb>) => stepVerb(builder(), ...args),
    llm: (...args: Rest<typeof llmVerb>) => llmVerb(builder(), ...args),
    agent: (...args: Rest<typeof agentVerb>) => agentVerb(builder(), ...args),
    run: (...args: Rest<typeof runVerb>) => runVerb(builder(), ...args),
    map: mapping(false),
    mapSettled: mapping(true),
    if: (...args: Rest<typeof ifVerb>) => ifVerb(builder(), ...args),
    switch: (...args: Rest<typeof switchVerb>) => switchVerb(builder(), ...args),
    loop: (...args: Rest<typeof loopVerb>) => loopVerb(builder(), ...args),
    approval: (...args: Rest<typeof approvalVerb>) => approvalVerb(builder(), ...args),
    input: (...args: Rest<typeof inputVerb>) => inputVerb(builder(), ...args),
    event: (...args: Rest<typeof eventVerb>) => eventVerb(builder(), ...args),
    emit: (...args: Rest<typeof emitVerb>) => emitVerb(builder(), ...args),
    sleep: (...args: Rest<typeof sleepVerb>) => sleepVerb(builder(), ...args),
    set: (...args: Rest<typeof setVerb>) => setVerb(builder(), ...args),
    stop: (...args: Rest<typeof stopVerb>) => stopVerb(builder(), ...args),
  };
  // Each makes what its type says: a node whose output is a reference, which has any type.
  return { g: g as unknown as GraphVerbs, write };
}

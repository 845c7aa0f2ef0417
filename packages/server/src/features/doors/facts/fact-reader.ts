// From rows and tokens to facts
// P1. One speaks at a time: what activations tell at the same time comes one after the other, in the order in which they began. Tokens of
//     the first one are told as they come, what the others say is kept until it has ended or asks somebody. So whoever comes late gets
//     the same facts in the same order, and no two models write into one text. Nodes that never say anything keep nobody waiting: that
//     they begin and end is told at once.
// P2. Text is told once, whether it streamed or was recorded: each piece says where it begins in the text of its step, and what did not
//     stream follows from the record.
// P3. Only the run's own journal is read. What runs below it ask is known from its state when it pauses.
import { isObject, type Json, type JsonObject } from '@skein/api';
import type { RunUpdate } from '@skein/engine';
import { withoutUndefined } from '@skein/ports';
import { textIn } from '../../../values/text-in.ts';
import { callIn, type AskedWait, type Fact, type PlacedFact, type ToolUse } from './fact.ts';

type RowUpdate = Extract<RunUpdate, { type: 'event' }>;
type Derived = RowUpdate['derived'][number];

export interface FactReader {
  read(update: RunUpdate): readonly PlacedFact[];
  /** What is kept of those who do not speak yet: to be told before a stream ends. */
  flush(): readonly PlacedFact[];
  /** A wait that was told. */
  waitOf(id: string): AskedWait | undefined;
}

interface Lane {
  readonly kept: PlacedFact[];
  isOver: boolean;
}

/** What the graph says about a node. */
export interface NodeWords {
  /** Nothing follows it, so what it says is the answer. */
  readonly isFinal: boolean;
  /** It calls no model. */
  readonly isSilent: boolean;
}

export type AboutNode = (node: string) => NodeWords;

export function factReader(about: AboutNode): FactReader {
  const state = new Reading(about);
  return {
    read(update) {
      if (update.type === 'transient') state.readPiece(update);
      else state.readRow(update);
      return state.take();
    },
    flush() {
      state.releaseAll();
      return state.take();
    },
    waitOf: (id) => state.waits.get(id),
  };
}

class Reading {
  readonly waits = new Map<string, AskedWait>();
  /** The activations that have asked, by wait. */
  readonly #open = new Map<string, string>();
  readonly #about: AboutNode;
  readonly #lanes = new Map<string, Lane>();
  readonly #told = new Map<string, number>();
  readonly #calls = new Map<string, ToolUse>();
  readonly #callIds = new Set<string>();
  #out: PlacedFact[] = [];
  #row = 0;

  constructor(about: AboutNode) {
    this.#about = about;
  }

  take(): readonly PlacedFact[] {
    const out = this.#out;
    this.#out = [];
    return out;
  }

  readPiece({ node, activation, data }: Extract<RunUpdate, { type: 'transient' }>): void {
    const { type, text, at } = data;
    const key = stepOf(data['step']);
    if (key === null || typeof text !== 'string') return;
    const step = laneOf(node, activation);
    if (type === 'token')
      this.#sayText({ step, node, key, at: typeof at === 'number' ? at : 0, text });
    if (type === 'reasoning') this.#tell(step, { type: 'reasoning', step, text });
  }

  readRow({ seq, event, derived }: RowUpdate): void {
    this.#row = seq;
    if (event.type === 'step.recorded' && isObject(event.value)) {
      const step = laneOf(event.node, event.activation);
      this.#readStep(event.value, { step, node: event.node, key: event.key });
    }
    if (event.type === 'wait.answered') this.#closeWait(event.wait, { answer: event.answer });
    if (event.type === 'wait.expired') this.#closeWait(event.wait);
    for (const fact of derived) this.#readDerived(fact);
  }

  releaseAll(): void {
    for (const [step, { kept }] of this.#lanes) {
      this.#out.push(...kept);
      kept.length = 0;
      this.#lanes.delete(step);
    }
  }

  #readStep(
    value: JsonObject,
    { step, node, key }: { readonly step: string; readonly node: string; readonly key: string },
  ): void {
    if (value['type'] === 'model' && stepOf(key) !== null) {
      if (value['inside'] === undefined)
        this.#sayText({ step, node, key, at: 0, text: textIn(value['text']) });
      const calls = Array.isArray(value['toolCalls']) ? value['toolCalls'].filter(isObject) : [];
      for (const call of calls) this.#callTool(step, call);
    }
    if (value['type'] === 'tool') this.#endCall(step, value);
  }

  #callTool(step: string, { id, name, arguments: input = {} }: JsonObject): void {
    const given = typeof id === 'string' ? id : '';
    const unique = this.#callIds.has(given) ? `${given}~${this.#row}` : given;
    this.#callIds.add(unique);
    const use = { id: unique, name: typeof name === 'string' ? name : '', input };
    this.#calls.set(`${step} ${given}`, use);
    this.#tell(step, { type: 'tool-call', step, ...use });
  }

  #endCall(step: string, { callId, name, arguments: input = {}, ...told }: JsonObject): void {
    const known = this.#calls.get(`${step} ${textIn(callId)}`);
    const use = {
      id: known?.id ?? textIn(callId),
      name: typeof name === 'string' ? name : '',
      input,
    };
    // A call that a node makes by itself, without a model that asked for it.
    if (known === undefined) this.#tell(step, { type: 'tool-call', step, ...use });
    const { error, reason, result = null } = told;
    this.#tell(
      step,
      error === undefined
        ? { type: 'tool-result', step, ...use, output: result }
        : {
            type: 'tool-error',
            step,
            ...use,
            error: typeof error === 'string' ? error : JSON.stringify(error),
            isRejected: reason === 'rejected',
          },
    );
  }

  #sayText(said: {
    readonly step: string;
    readonly node: string;
    readonly key: string;
    readonly at: number;
    readonly text: string;
  }): void {
    const { step, node, key, at, text } = said;
    const place = `${step} ${key}`;
    const known = this.#told.get(place) ?? 0;
    // Pieces were lost on the way here: the record has them.
    if (at > known) return;
    const rest = text.slice(Math.max(0, known - at));
    if (rest === '') return;
    this.#told.set(place, at + text.length);
    const role = this.#about(node).isFinal ? 'answer' : 'aside';
    this.#tell(step, { type: 'text', step, role, text: rest });
  }

  #readDerived(fact: Derived): void {
    if (fact.type === 'wait.opened') return this.#openWait(fact);
    if (fact.type === 'wait.closed') return this.#closeWait(fact.wait);
    if (fact.type === 'activation.started')
      return this.#start(fact.node, laneOf(fact.node, fact.activation));
    if (
      fact.type === 'activation.completed' ||
      fact.type === 'activation.failed' ||
      fact.type === 'activation.cancelled'
    )
      return this.#end(fact.node, laneOf(fact.node, fact.activation), endings[fact.type]);
    if (fact.type !== 'activation.retrying') return undefined;
    const step = laneOf(fact.node, fact.activation);
    this.#forget(step);
    return this.#tell(step, { type: 'retry', step, error: fact.failure.message });
  }

  #start(node: string, step: string): void {
    const isNew = !this.#told.has(step);
    this.#told.set(step, 0);
    const fact: Fact = { type: 'step-started', step, node };
    if (this.#about(node).isSilent) {
      if (isNew) this.#out.push({ ...fact, row: this.#row });
      return;
    }
    this.#enter(step).isOver = false;
    if (isNew) this.#tell(step, fact);
  }

  #end(node: string, step: string, status: (typeof endings)[keyof typeof endings]): void {
    const fact: Fact = { type: 'step-ended', step, node, status };
    if (this.#about(node).isSilent && !this.#lanes.has(step)) {
      this.#out.push({ ...fact, row: this.#row });
      return;
    }
    this.#tell(step, fact);
    this.#leave(step);
  }

  #openWait({ wait: id, node, activation, question }: Extract<Derived, { type: 'wait.opened' }>) {
    const step = laneOf(node, activation);
    const { kind, prompt = null, schema = null, data, who } = question;
    const call = callIn(data);
    const use = call === null ? undefined : this.#calls.get(`${step} ${textIn(call['callId'])}`);
    const wait: AskedWait = {
      id,
      node,
      kind,
      prompt,
      schema,
      ...withoutUndefined({ data, who, call: use }),
    };
    this.waits.set(id, wait);
    this.#open.set(id, step);
    this.#tell(step, { type: 'wait-opened', wait });
    this.#leave(step);
  }

  /** Once: an answer and what is derived from it may both say so. */
  #closeWait(id: string, answer: { readonly answer?: Json } = {}): void {
    const wait = this.waits.get(id);
    const step = this.#open.get(id);
    if (wait === undefined || step === undefined) return;
    this.#open.delete(id);
    this.#tell(step, { type: 'wait-closed', wait, ...answer });
  }

  /** An attempt that failed has said nothing that lasts. */
  #forget(step: string): void {
    for (const place of this.#told.keys())
      if (place.startsWith(`${step} `)) this.#told.delete(place);
  }

  #speaks(step: string): boolean {
    const [first] = this.#lanes.keys();
    return first === step;
  }

  /** At the end of those who have something to tell, unless it is among them. */
  #enter(step: string): Lane {
    const lane = this.#lanes.get(step) ?? { kept: [], isOver: false };
    this.#lanes.set(step, lane);
    return lane;
  }

  #tell(step: string, fact: Fact): void {
    const placed = { ...fact, row: this.#row };
    const lane = this.#enter(step);
    if (this.#speaks(step)) this.#out.push(placed);
    else lane.kept.push(placed);
  }

  /** It has ended, or asks somebody: the next one speaks. */
  #leave(step: string): void {
    const lane = this.#lanes.get(step);
    if (lane === undefined) return;
    if (!this.#speaks(step)) {
      lane.isOver = true;
      return;
    }
    this.#lanes.delete(step);
    for (const [next, { kept, isOver }] of this.#lanes) {
      this.#out.push(...kept);
      kept.length = 0;
      if (!isOver) return;
      this.#lanes.delete(next);
    }
  }
}

const endings = {
  'activation.completed': 'completed',
  'activation.failed': 'failed',
  'activation.cancelled': 'cancelled',
} as const;

function laneOf(node: string, activation: number): string {
  return `${node}#${activation}`;
}

/** The key of a model call of the node itself; what a summary or a subagent says is not for those who listen. */
function stepOf(key: Json | undefined): string | null {
  return typeof key === 'string' && /^model(?:$|[^a-z])/u.test(key) ? key : null;
}

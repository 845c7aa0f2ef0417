// Facts as events and items of a response of OpenAI
// E1. Numbers of events are the same for everybody who reads the response, whenever they come: they count facts that are in the journal, and
//     between two of them the events and the characters that were told. So a reader who has half of a text gets the other half.
// E2. Beginnings and ends of nodes are not told, and thoughts that are in no journal are not either.
import type { JsonObject } from '@skein/api';
import { withoutUndefined } from '@skein/ports';
import type { AskedWait, PlacedFact } from '../facts/fact.ts';

export interface NumberedEvent {
  readonly event: JsonObject;
  readonly number: number;
  /** Characters of a piece of text. */
  readonly length: number;
}

const factRoom = 1_000_000_000;

interface Block {
  readonly item: string;
  readonly index: number;
  readonly step: string;
  readonly isAnswer: boolean;
  text: string;
}

export class ResponseEncoder {
  readonly output: JsonObject[] = [];
  readonly #name: string;
  readonly #canAnswer: (wait: AskedWait) => boolean;
  #facts = 0;
  #local = 0;
  #block: Block | null = null;

  /** `name`: of the response, for the ids of its items. */
  constructor(name: string, canAnswer: (wait: AskedWait) => boolean) {
    this.#name = name;
    this.#canAnswer = canAnswer;
  }

  /** An event about the response as a whole. */
  whole(type: string, response: JsonObject): NumberedEvent {
    return this.#tell({ type, response });
  }

  encode(fact: PlacedFact): readonly NumberedEvent[] {
    switch (fact.type) {
      case 'text':
        return this.#say(fact);
      case 'tool-call':
      case 'retry':
      case 'wait-closed':
        return this.#next([]);
      case 'tool-result':
        return this.#next([callItem(fact, { output: textOf(fact.output), error: null })]);
      case 'tool-error':
        return this.#next([callItem(fact, { output: null, error: fact.error })]);
      case 'wait-opened':
        return this.#next(this.#canAnswer(fact.wait) ? askItems(fact.wait) : []);
      case 'reasoning':
      case 'step-started':
      case 'step-ended':
        return [];
    }
  }

  /** Ends a text that was begun. */
  close(): readonly NumberedEvent[] {
    if (this.#block === null) return [];
    const { index: output_index, item: item_id, isAnswer, text } = this.#block;
    const item = isAnswer ? messageItem(item_id, text) : reasoningItem(item_id, text);
    this.output[output_index] = item;
    this.#block = null;
    const place = { item_id, output_index };
    const inText = { ...place, content_index: 0 };
    const inSummary = { ...place, summary_index: 0 };
    const part = { type: 'summary_text', text };
    const ends = isAnswer
      ? [
          { type: 'response.output_text.done', ...inText, text, logprobs: [] },
          { type: 'response.content_part.done', ...inText, part: textPart(text) },
        ]
      : [
          { type: 'response.reasoning_summary_text.done', ...inSummary, text },
          { type: 'response.reasoning_summary_part.done', ...inSummary, part },
        ];
    const done = { type: 'response.output_item.done', output_index, item };
    return [...ends, done].map((event) => this.#tell(event));
  }

  /** A fact that is in the journal: numbers begin anew with it. */
  #next(items: readonly JsonObject[]): readonly NumberedEvent[] {
    const closed = this.close();
    this.#facts += 1;
    this.#local = 0;
    return [...closed, ...items.flatMap((item) => this.#add(item))];
  }

  #add(item: JsonObject): readonly NumberedEvent[] {
    const output_index = this.output.push(item) - 1;
    return [
      this.#tell({ type: 'response.output_item.added', output_index, item }),
      this.#tell({ type: 'response.output_item.done', output_index, item }),
    ];
  }

  #say({ step, role, text }: Extract<PlacedFact, { type: 'text' }>): readonly NumberedEvent[] {
    const isAnswer = role === 'answer';
    const open = this.#block;
    const isSame = open !== null && open.step === step && open.isAnswer === isAnswer;
    const begun: NumberedEvent[] = isSame ? [] : [...this.close()];
    const block = isSame ? open : this.#open(step, isAnswer, begun);
    block.text += text;
    const place = { item_id: block.item, output_index: block.index, delta: text };
    const delta = isAnswer
      ? { type: 'response.output_text.delta', ...place, content_index: 0, logprobs: [] }
      : { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0 };
    return [...begun, this.#tell(delta, text.length)];
  }

  #open(step: string, isAnswer: boolean, told: NumberedEvent[]): Block {
    const index = this.output.length;
    const id = `${isAnswer ? 'msg' : 'rs'}_${this.#name}_${index}`;
    const item = isAnswer
      ? { ...messageItem(id, ''), status: 'in_progress', content: [] }
      : { ...reasoningItem(id, ''), summary: [] };
    this.output.push(item);
    const block = { item: id, index, step, isAnswer, text: '' };
    this.#block = block;
    const place = { item_id: id, output_index: index };
    const summary = { type: 'summary_text', text: '' };
    const part = isAnswer
      ? { type: 'response.content_part.added', ...place, content_index: 0, part: textPart('') }
      : {
          type: 'response.reasoning_summary_part.added',
          ...place,
          summary_index: 0,
          part: summary,
        };
    const added = { type: 'response.output_item.added', output_index: index, item };
    told.push(this.#tell(added), this.#tell(part));
    return block;
  }

  #tell(event: JsonObject, length = 0): NumberedEvent {
    this.#local += length === 0 ? 1 : length;
    const number = this.#facts * factRoom + this.#local;
    return { event: { ...event, sequence_number: number }, number, length };
  }
}

function textPart(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function messageItem(id: string, text: string): JsonObject {
  const content = [textPart(text)];
  return { id, type: 'message', role: 'assistant', status: 'completed', content };
}

function reasoningItem(id: string, text: string): JsonObject {
  return { id, type: 'reasoning', summary: [{ type: 'summary_text', text }] };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const server_label = 'skein';

function callItem(
  { id, name, input }: Extract<PlacedFact, { type: 'tool-result' | 'tool-error' }>,
  told: { readonly output: string | null; readonly error: string | null },
): JsonObject {
  const status = told.error === null ? 'completed' : 'failed';
  const about = { id: `mcp_${id}`, type: 'mcp_call', server_label, name, status };
  return { ...about, arguments: JSON.stringify(input), ...told };
}

/** An approval is one of MCP, any other question a call of a function of the client. */
function askItems({ id, kind, node, prompt, schema, data, call }: AskedWait): JsonObject[] {
  if (kind === 'event') return [];
  const about = { node, prompt, schema, ...withoutUndefined({ data }) };
  if (kind !== 'approval') {
    const given = { name: 'ask', arguments: JSON.stringify(about), status: 'completed' };
    return [{ id: `fc_${id}`, type: 'function_call', call_id: id, ...given }];
  }
  const name = call?.name ?? 'approval';
  const input = JSON.stringify(call?.input ?? about);
  return [{ id, type: 'mcp_approval_request', server_label, name, arguments: input }];
}

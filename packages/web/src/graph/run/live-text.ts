// Live text
// What models have said that is not recorded yet, by the step that says it. A piece says where in the text of its step it begins:
// who opens a page, or connects again, gets the text so far in one piece, and nothing is shown twice.
import { ownValue, type JsonObject, type RunEvent } from '@skein/kernel';

export interface SaidText {
  readonly node: string;
  readonly activation: number;
  readonly step: string;
  /** The node that speaks: a subagent speaks inside of its parent's activation. */
  readonly speaker: string;
  readonly text: string;
}

export type LiveTexts = readonly SaidText[];

export interface Told {
  readonly node: string;
  readonly activation: number;
  readonly data: JsonObject;
}

export function takeTold(texts: LiveTexts, { node, activation, data }: Told): LiveTexts {
  const text = ownValue(data, 'text');
  if (ownValue(data, 'type') !== 'token' || typeof text !== 'string') return texts;
  const step = textAt(data, 'step') ?? '';
  const place = texts.findIndex(
    (each) => each.node === node && each.activation === activation && each.step === step,
  );
  const before = texts[place]?.text ?? '';
  const at = ownValue(data, 'at');
  const said: SaidText = {
    node,
    activation,
    step,
    speaker: textAt(data, 'node') ?? node,
    text: joined(before, typeof at === 'number' ? at : before.length, text),
  };
  return place === -1 ? [...texts, said] : texts.with(place, said);
}

/** Signals between servers may get lost: a gap is shown as one, and the recorded text comes in the end. */
function joined(before: string, at: number, text: string): string {
  return at > before.length ? `${before} … ${text}` : before.slice(0, at) + text;
}

/** What an event records is no longer live. */
export function endTexts(texts: LiveTexts, event: RunEvent): LiveTexts {
  if (texts.length === 0) return texts;
  if (event.type === 'step.recorded') {
    const { key } = event;
    return texts.filter((each) => !isOf(each, event) || (each.step !== key && each.step !== ''));
  }
  const isEnd =
    event.type === 'node.completed' ||
    event.type === 'node.failed' ||
    event.type === 'attempt.failed';
  return isEnd ? texts.filter((each) => !isOf(each, event)) : texts;
}

/** By speaker; one that speaks several times at once has its texts one below the other. */
export function textsBySpeaker(texts: LiveTexts): ReadonlyMap<string, string> {
  const spoken = new Map<string, string>();
  for (const { speaker, text } of texts) {
    const before = spoken.get(speaker);
    spoken.set(speaker, before === undefined ? text : `${before}\n\n${text}`);
  }
  return spoken;
}

function isOf(said: SaidText, { node, activation }: { node: string; activation: number }): boolean {
  return said.node === node && said.activation === activation;
}

function textAt(data: JsonObject, key: string): string | undefined {
  const value = ownValue(data, key);
  return typeof value === 'string' ? value : undefined;
}

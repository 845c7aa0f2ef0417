// Ids of events
// The id of a run with the number of the row in it (ports/ids I3):
//
//     run      tttttttt-tttt-7rrr-yrrr-rr0000000000
//     event    tttttttt-tttt-7rrr-yrrr-rrsssss00000
//     output   tttttttt-tttt-7rrr-yrrr-rrssssskkkkk
//
// So an output is found by its id without an index that every step would have to write. Runs with other ids (from
// elsewhere, or with more rows than the digits can count) have event ids that encode nothing.
import { runId, type OutputId, type RunId } from '@skein/kernel';
import type { Ids } from '@skein/ports';

const runDigits = 26;
const eventDigits = 31;
const zeros = '00000';
const seqMax = 2 ** 20 - 1;
const counted = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const suffixesMax = 4096;
const suffixes = Array.from({ length: suffixesMax }, (_, seq) => suffixOf(seq));

/** The prefix of its event ids; null when they are not derived from it. */
export function eventBase(run: RunId): string | null {
  return run.endsWith(zeros + zeros) && counted.test(run) ? run.slice(0, runDigits) : null;
}

/** Null when the number has too many digits. */
export function eventId(base: string, seq: number): string | null {
  if (seq < suffixesMax) return base + (suffixes[seq] as string);
  return seq > seqMax ? null : base + suffixOf(seq);
}

/** The event ids of a run, by their numbers; generated ids where they are not derived. */
export function eventIds({ ids }: { readonly ids: Ids }, run: RunId): (seq: number) => string {
  const base = eventBase(run);
  return (seq) => (base === null ? null : eventId(base, seq)) ?? ids.next();
}

export interface OutputPlace {
  readonly run: RunId;
  readonly seq: number;
  /** The id of the event, and the kernel's counter. */
  readonly event: string;
  readonly counter: number;
}

/** Where the output with this id comes from, if it is an output id. */
export function outputPlace(id: OutputId): OutputPlace | null {
  if (!counted.test(id)) return null;
  const seq = Number.parseInt(id.slice(runDigits, eventDigits), 16);
  const counter = Number.parseInt(id.slice(eventDigits), 16);
  if (seq === 0 || counter === 0) return null;
  const run = runId(id.slice(0, runDigits) + zeros + zeros);
  return { run, seq, event: id.slice(0, eventDigits) + zeros, counter };
}

function suffixOf(seq: number): string {
  return seq.toString(16).padStart(5, '0') + zeros;
}

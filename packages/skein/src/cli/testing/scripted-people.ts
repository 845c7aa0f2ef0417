// Scripted people
// Answers that a test gives in the place of people: per node in the order of the file, each once, and after a time. Virtual time is the
// only time there is, so a person who takes three days costs nothing.
import type { AnswerOptions, RunJson } from '@skein/engine';
import { anyAnswerer, type Json } from '@skein/kernel';
import type { PersonAnswer } from './test-file.ts';

type Wait = RunJson['waits'][number];

export interface DueAnswer {
  readonly at: number;
  readonly wait: string;
  readonly node: string;
  readonly answer: Json;
  /** Somebody whom the wait asks. */
  readonly answerer: AnswerOptions;
  /** Its place in the list; null for what a crash makes the engine ask. */
  readonly place: number | null;
  readonly refused: boolean;
}

export interface ScriptedPeople {
  /** Hears of the waits that are open, and gives the answer that is due first, if there is one. */
  next(waits: readonly Wait[]): DueAnswer | null;
  /** The answer was given, or refused as expected. */
  done(due: DueAnswer): void;
  /** Everybody who was asked, in order. */
  readonly asked: readonly Wait[];
  /** Places of answers that nobody asked for. */
  left(): readonly number[];
}

export function scriptedPeople(people: readonly PersonAnswer[]): ScriptedPeople {
  const used = new Set<number>();
  const asked: Wait[] = [];
  const known = new Set<string>();
  return {
    asked,
    next(waits) {
      const taken = new Set(used);
      const due: DueAnswer[] = [];
      for (const wait of waits) {
        if (wait.kind !== 'outcome' && !known.has(wait.id)) {
          known.add(wait.id);
          asked.push(wait);
        }
        const answer = answerFor(wait, people, taken);
        if (answer !== null) due.push(answer);
      }
      return due.toSorted(byTimeAndPlace)[0] ?? null;
    },
    done({ place }) {
      if (place !== null) used.add(place);
    },
    left: () => [...people.keys()].filter((place) => !used.has(place)),
  };
}

/** Of those who are due at the same time, the first in the file. */
function byTimeAndPlace(one: DueAnswer, other: DueAnswer): number {
  return one.at - other.at || (one.place ?? -1) - (other.place ?? -1);
}

function answerFor(
  { id, node, kind, who, createdAt }: Wait,
  people: readonly PersonAnswer[],
  taken: Set<number>,
): DueAnswer | null {
  const opened = Date.parse(createdAt);
  const about = { wait: id, node, answerer: anyAnswerer({ who }) };
  // After a crash nobody knows whether a guarded call took effect. In a test nothing is outside, so it may be made again.
  if (kind === 'outcome') {
    return { at: opened, ...about, answer: { action: 'retry' }, place: null, refused: false };
  }
  const place = people.findIndex((person, i) => person.node === node && !taken.has(i));
  const person = people[place];
  if (person === undefined) return null;
  taken.add(place);
  const { answer, afterMs = 0, refused = false } = person;
  return { at: opened + afterMs, ...about, answer, place, refused };
}

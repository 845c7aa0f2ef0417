// The steps of a pipeline
// What can be read of them, whatever else is wrong: each with its place, its type where that is known, and an id, also where
// none is written.
import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { contentHash } from '../../dialect/content-hash.ts';
import { contentUuid } from './content-uuid.ts';
import { stepTypes, type StepType } from '../shape/pipeline-shape.ts';
import { withoutBookkeeping } from './without-bookkeeping.ts';

export interface Step {
  /** Place in the list. */
  readonly index: number;
  readonly uuid: string;
  readonly type: StepType | null;
  readonly written: JsonObject;
}

export function readSteps(definition: Json): readonly Step[] {
  const steps = isObject(definition) ? ownValue(definition, 'steps') : undefined;
  if (!Array.isArray(steps)) return [];
  // Made from everything that the workflow says, so that two workflows do not share ids.
  let base: string | undefined;
  return steps.flatMap((written: Json, index): readonly Step[] => {
    if (!isObject(written)) return [];
    const type = ownValue(written, 'type');
    const uuid = textOrEmpty(written, 'uuid');
    return [
      {
        index,
        uuid:
          uuid || contentUuid([(base ??= contentHash([withoutBookkeeping(definition)])), index]),
        type: stepTypes.find((known) => known === type) ?? null,
        written,
      },
    ];
  });
}

/** The text under a key, or "" where there is none. */
export function textOrEmpty(object: JsonObject, key: string): string {
  return textAt(object, key) ?? '';
}

/** Whether later steps can use what it gives. */
export function hasOutput({ type }: Step): boolean {
  return type !== 'stop_checker';
}

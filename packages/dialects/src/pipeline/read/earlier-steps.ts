// What a step can refer to
// Outputs flow forward only: from a step that comes earlier and has an output.
import { closestName } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { hasOutput, textOrEmpty, type Step } from './read-steps.ts';

export interface KnownSteps {
  readonly byUuid: ReadonlyMap<string, Step>;
  readonly byName: ReadonlyMap<string, Step>;
  /** How many suggestions may still be searched: each compares with all ids, and nobody reads so many hints. */
  searchesLeft: number;
}

const searchesMax = 100;

export function knownSteps(steps: readonly Step[]): KnownSteps {
  const byUuid = new Map<string, Step>();
  const byName = new Map<string, Step>();
  // The first of two equal ones, so that the one complaint is about the other.
  for (const step of steps) {
    const name = textOrEmpty(step.written, 'name');
    if (!byUuid.has(step.uuid)) byUuid.set(step.uuid, step);
    if (!byName.has(name)) byName.set(name, step);
  }
  return { byUuid, byName, searchesLeft: searchesMax };
}

export interface StepReference {
  readonly uuid: string;
  /** The step that refers. */
  readonly from: Step;
  readonly path: Path;
}

/** What is wrong with a reference to a step's output, or null. */
export function checkReference(known: KnownSteps, reference: StepReference): Finding | null {
  const { uuid, from, path } = reference;
  const target = known.byUuid.get(uuid);
  const error = { path, severity: 'error' } as const;
  if (target === undefined) return { ...error, code: 'STEP_UNKNOWN', ...unknown(known, reference) };
  const name = nameOf(target);
  if (target.index >= from.index) {
    const isSelf = target === from;
    return {
      ...error,
      code: 'STEP_NOT_EARLIER',
      message: isSelf
        ? `The step ${name} refers to its own output, which it has not made yet.`
        : `The step ${nameOf(from)} refers to ${name}, which only runs after it.`,
      hint: 'Refer to a step that comes earlier, or move the steps.',
    };
  }
  if (hasOutput(target)) return null;
  return {
    ...error,
    code: 'STEP_WITHOUT_OUTPUT',
    message: `The step ${nameOf(from)} refers to ${name}, a stop checker, which has no output.`,
    hint: 'Refer to the step that the checker looks at.',
  };
}

function unknown(
  known: KnownSteps,
  { uuid, from }: StepReference,
): { readonly message: string; readonly hint: string } {
  const { byUuid, byName } = known;
  const message = `The step ${nameOf(from)} refers to ${quotedShort(uuid)}, but no step has this uuid.`;
  const inner = uuid.startsWith('{') && uuid.endsWith('}') ? uuid.slice(1, -1) : '';
  if (byUuid.has(inner)) {
    return { message, hint: `Leave out the braces: <<step_output.${inner}>>.` };
  }
  const named = byName.get(uuid);
  if (named !== undefined) {
    return { message, hint: `Steps are referred to by uuid; that of this one is "${named.uuid}".` };
  }
  const meant = known.searchesLeft-- > 0 ? closestName(uuid, byUuid.keys()) : null;
  const hint = 'Write the uuid of an earlier step.';
  return { message, hint: meant === null ? hint : `Did you mean ${quotedShort(meant)}?` };
}

function nameOf({ uuid, written }: Step): string {
  return quotedShort(textOrEmpty(written, 'name') || uuid);
}

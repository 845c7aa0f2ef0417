// Stop conditions
// Whether a checker looks at steps whose output it can see. The paths themselves are checked by who evaluates them.
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { Finding } from '../../diagnostics/finding.ts';
import { checkReference, knownSteps } from '../read/earlier-steps.ts';
import { textOrEmpty, type Step } from '../read/read-steps.ts';

export function checkConditions(steps: readonly Step[]): readonly Finding[] {
  const known = knownSteps(steps);
  return steps.flatMap((from) =>
    conditionsOf(from).flatMap((condition, i): readonly Finding[] => {
      const uuid = isObject(condition) ? textOrEmpty(condition, 'step_definition_uuid') : '';
      if (uuid === '') return [];
      const path = ['steps', from.index, 'stop_conditions', i, 'step_definition_uuid'];
      const finding = checkReference(known, { uuid, from, path });
      return finding === null ? [] : [finding];
    }),
  );
}

/** As written; nothing for other steps. */
export function conditionsOf({ type, written }: Step): readonly Json[] {
  const conditions = type === 'stop_checker' ? ownValue(written, 'stop_conditions') : undefined;
  return Array.isArray(conditions) ? (conditions as readonly Json[]) : [];
}

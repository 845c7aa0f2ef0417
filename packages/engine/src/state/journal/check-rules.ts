import { RULES, type RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';

/** Refuses a run that was begun under rules that this version does not know: it would decide something else. */
export function checkRules(run: RunId, rules: number): void {
  if (rules > RULES) throw new EngineError('RULES_UNKNOWN', { run, rules, known: RULES });
}

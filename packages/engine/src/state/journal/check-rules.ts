import { RULES, type RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';

/** Rejects a run that was started under rules that this version does not know: it would decide differently. */
export function checkRules(run: RunId, rules: number): void {
  if (rules > RULES) throw new EngineError('RULES_UNKNOWN', { run, rules, known: RULES });
}

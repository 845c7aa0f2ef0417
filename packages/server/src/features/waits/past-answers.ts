// Answers of the past
// Whoever lets a run go on, or makes another one of it, gets no further than with answers of their own: the engine asks the others
// again. What was imported is only claimed, and goes on for nobody but the operator.
import { hasScope, type PlainOr, type RunId } from '@skein/api';
import type { Engine, MayAnswer, RunBundle } from '@skein/engine';
import { EngineError, hasEnded } from '@skein/ports';
import type { Identity } from '../../identity/identity.ts';
import { canAnswer, type AnswerIdentity } from './answer-as.ts';

/** Which answers of a run count for somebody who makes another run of it, or lets it go on differently. */
export function countsFor(identity: AnswerIdentity): MayAnswer {
  return (question, { isImported }) =>
    canAnswer(identity, question) && (!isImported || hasScope(identity.scopes, 'admin'));
}

/** Throws NOT_ALLOWED for a run that was imported, because it would go on from answers that its file merely claims. */
export async function checkNotImported(
  { runs }: Pick<Engine, 'runs'>,
  { scopes }: Pick<Identity, 'scopes'>,
  run: PlainOr<RunId>,
): Promise<void> {
  if (hasScope(scopes, 'admin')) return;
  const [first] = await runs.journal(run, { after: 0, limit: 1 });
  if (first?.type !== 'run.started' || first.importedBy === undefined) return;
  throw new EngineError(
    'NOT_ALLOWED',
    { what: 'let an imported run go on: what it says about answers is not known to be true' },
    { hint: 'Fork it: what people were asked is asked again.' },
  );
}

/** The same for a run that could go on by itself, as soon as an event or an answer comes. */
export function checkEnded({ runs }: RunBundle, { scopes }: Pick<Identity, 'scopes'>): void {
  if (hasScope(scopes, 'admin') || runs.every(({ record }) => hasEnded(record))) return;
  throw new EngineError(
    'NOT_ALLOWED',
    { what: 'import a run that has not ended: what it says about answers is not known to be true' },
    { hint: 'Import it when it has ended, or with a key that has the scope admin.' },
  );
}

import type { LanguageModel, ObservedCall } from '@skein/ports';
import type { DrivenRun } from '../run/driven-run.ts';

/** The name that every source of models has for the one that asks nobody. */
const offlineModel = 'scripted';

interface Wanted {
  readonly name: string | undefined;
  readonly own: LanguageModel | undefined;
  /** Who asks, for those who observe it. */
  readonly call: () => ObservedCall;
}

/** The model that a node asks: in a run that was started offline the offline one, whatever the node names and brings. */
export function modelFor(
  { runtime, state }: Pick<DrivenRun, 'runtime' | 'state'>,
  { name, own, call }: Wanted,
): LanguageModel {
  const { models, observer } = runtime;
  const isOffline = state.origin.offline === true;
  const model = isOffline ? models.model(offlineModel) : models.model(name, own);
  return observer === null ? model : observer.model(model, call());
}

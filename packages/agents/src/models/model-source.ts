import type { LanguageModel } from '@skein/ports';

/** Where the engine gets its models from. */
export interface ModelSource {
  /**
   * The model that answers for this name; without a name the default one. `own` is the one that the code of the asking node has under
   * this name; a source that answers for every name may leave it aside.
   */
  model(name: string | undefined, own?: LanguageModel): LanguageModel;
}

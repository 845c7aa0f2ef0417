import type { LanguageModel } from '@skein/ports';

/** Where the engine gets its models from. */
export interface ModelSource {
  /** The model that answers for this name; without a name the default one. */
  model(name: string | undefined): LanguageModel;
}

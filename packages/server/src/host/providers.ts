import { EngineError } from '@skein/ports';

/** Whoever answers for models, as the program that composes the server knows them. */
export interface HostProviders {
  list(): readonly ProviderInfo[];
  /** The model that answers where none is named; null: none is known. */
  defaultModel(): string | null;
  /** Makes one small call. */
  test(id: string, model: string | undefined): Promise<ProviderTest>;
  /** Asks the provider which models it has. */
  models(id: string): Promise<readonly ProviderModel[]>;
}

export interface ProviderInfo {
  readonly id: string;
  readonly type: string;
  readonly baseURL: string | null;
  /** The variable or secret that holds its key. */
  readonly key: string | null;
  readonly hasKey: boolean;
  /** The configuration names it. */
  readonly isConfigured: boolean;
}

export interface ProviderTest {
  readonly ok: boolean;
  readonly model: string;
  readonly ms: number;
  /** What it said, or what is wrong. */
  readonly message: string;
}

export interface ProviderModel {
  readonly name: string;
  /** USD for a million tokens; null: nobody knows. */
  readonly price: { readonly input: number; readonly output: number } | null;
}

export const noProviders: HostProviders = {
  list: () => [],
  defaultModel: () => null,
  test: (id) => Promise.reject(unknown(id)),
  models: (id) => Promise.reject(unknown(id)),
};

function unknown(id: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'provider', id });
}

import { EngineError, loadOptional } from '@skein/ports';
import { failureError } from '../../failure-error.ts';

/** What every provider needs beside its own package. */
const sharedPackage = 'ai@7';

export function loadSharedPackage() {
  // It does not tell its version; earlier ones lack this name, and ignore settings that we pass.
  return loaded(
    [sharedPackage],
    () => import('ai'),
    ({ isStepCount }) => isStepCount !== undefined,
  );
}

/** `wanted` is the package as npm takes it: `@ai-sdk/openai@4`. */
export function loadProviderPackage<Loaded extends { readonly VERSION: string }>(
  wanted: string,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  return loaded([sharedPackage, wanted], load, ({ VERSION }) =>
    wanted.endsWith(`@${VERSION.split('.')[0]}`),
  );
}

/** A package that is missing, or has another version, fails the call, and no retry helps. */
async function loaded<Loaded>(
  packages: readonly string[],
  load: () => Promise<Loaded>,
  isSupported: (loaded: Loaded) => boolean,
): Promise<Loaded> {
  try {
    return await loadOptional({ purpose: 'A model of a provider', packages }, load, isSupported);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { message, hint } = error;
    const code = error.code === 'PACKAGE_VERSION' ? error.code : 'PACKAGE_MISSING';
    throw failureError(
      { code, message, retry: 'never', data: { packages: [...packages], hint } },
      error,
    );
  }
}

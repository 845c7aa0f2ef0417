import { EngineError, loadOptional } from '@skein/ports';
import { failureError } from '../../failure-error.ts';

/** What every provider needs beside its own package. */
export const sharedPackage = 'ai@7';

/** A missing package fails the call, and no retry helps. */
export async function loadProviderPackage<Loaded>(
  wanted: string,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const packages = [...new Set([sharedPackage, wanted])];
  try {
    return await loadOptional({ purpose: 'A model of a provider', packages }, load);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { message, hint } = error;
    throw failureError(
      { code: 'PACKAGE_MISSING', message, retry: 'never', data: { packages, hint } },
      error,
    );
  }
}

import type { OutputAccess } from '@skein/agents';
import { basePath } from '@skein/api';
import type { RunTokens } from '@skein/server';

/** How others read the outputs of a run: with its token, at the public address of this server, else where it listens. */
export function outputAccess(
  tokens: RunTokens,
  origins: readonly string[] = [],
): { readonly of: OutputAccess; readonly servedAt: (url: string) => void } {
  let [place] = origins;
  return {
    of: (run) =>
      place === undefined
        ? undefined
        : { run, url: `${place}${basePath}/outputs/`, token: tokens.make(run) },
    servedAt: (url) => {
      place ??= url;
    },
  };
}

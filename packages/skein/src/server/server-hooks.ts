import { tellProblem, type Logger } from '@skein/ports';
import type { AnsweredRequest, ServerOptions } from '@skein/server';
import type { OrUndefined } from '../without-undefined.ts';

type Hooks = OrUndefined<Pick<ServerOptions, 'onProblem' | 'onBug' | 'onAnswered'>>;

/** The hooks of a server, with the logger of the host behind those that are not given. */
export function serverHooks(
  options: Partial<Hooks> & { readonly logger?: Logger | undefined },
): Hooks {
  const { logger, onProblem, onBug, onAnswered } = options;
  if (logger === undefined) return { onProblem, onBug, onAnswered };
  return {
    onProblem: tellProblem(options, () => {}),
    onBug: onBug ?? ((err, reference) => logger.error({ reference, err }, 'A bug of the server.')),
    onAnswered: onAnswered ?? ((request) => logAnswer(logger, request)),
  };
}

/** The route, never the address that was asked for; the id of a key, never the key. */
function logAnswer(logger: Logger, answered: AnsweredRequest): void {
  const { id, method, route, status, tookMs, user, key } = answered;
  const fields = { request: id, method, route, status, durationMs: tookMs, user, key };
  if (status >= 500) logger.warn(fields, 'A request was answered with an error.');
  else logger.debug(fields, 'A request was answered.');
}

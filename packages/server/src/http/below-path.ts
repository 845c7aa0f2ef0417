import { EngineError } from '@skein/ports';
import { problemResponse } from './problem-response.ts';
import { withHeaders } from './answer-route.ts';

/** With Node's sides of a request, where it came over a socket. */
type Answer<Result> = (request: Request, sides?: unknown) => Result;

/** Answers requests below a path as if it were the root; what is elsewhere is not found. */
export function belowPath(
  basePath: string,
  answer: Answer<Response | Promise<Response>>,
): Answer<Promise<Response>> {
  if (basePath === '') return async (request, sides) => answer(request, sides);
  return async (request, sides) => {
    const url = new URL(request.url);
    const { pathname } = url;
    if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) {
      const error = new EngineError('ROUTE_NOT_FOUND', {
        method: request.method,
        path: pathname.slice(0, 200),
      });
      return withHeaders(problemResponse(error));
    }
    url.pathname = pathname.slice(basePath.length) || '/';
    return answer(readdressed(request, url), sides);
  };
}

/** Field by field: requests of frameworks are not always those of this runtime. */
function readdressed(request: Request, url: URL): Request {
  const { method, headers, body, signal } = request;
  const init = { method, headers, signal };
  // A stream can be sent only in one direction at a time.
  return new Request(url, body === null ? init : { ...init, body, duplex: 'half' });
}

import { EngineError } from '@skein/ports';
import { problemResponse } from './problem-response.ts';
import { withHeaders } from './answer-route.ts';

type Answer = (request: Request) => Response | Promise<Response>;

/** Answers requests below a path as if it were the root; what is elsewhere is not found. */
export function belowPath(
  basePath: string,
  answer: Answer,
): (request: Request) => Promise<Response> {
  if (basePath === '') return async (request) => answer(request);
  return async (request) => {
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
    return answer(readdressed(request, url));
  };
}

/** Field by field: requests of frameworks are not always those of this runtime. */
function readdressed(request: Request, url: URL): Request {
  const { method, headers, body, signal } = request;
  const init = { method, headers, signal };
  // A stream can be sent only in one direction at a time.
  return new Request(url, body === null ? init : { ...init, body, duplex: 'half' });
}

// The page that a browser comes back to from another service
// It says what came of it, and nothing of what came back: codes and errors of others are not shown.
import { EngineError } from '@skein/ports';
import { answerSignIns } from '../../features/connections/answer-sign-ins.ts';
import { finishSignIn } from '../../features/connections/sign-in.ts';
import { sayingPage } from '../../features/links/answer-page.ts';
import type { Services } from '../../handlers/services.ts';
import { signInCookie, signInCookieOf } from '../../identity/sign-in-cookie.ts';
import { placedHtml } from '../../values/html.ts';
import { problemReply } from '../problem-response.ts';
import { pageHeaders } from '../serve-answer-link.ts';

export async function serveSignIn(
  request: Request,
  { services, basePath }: { readonly services: Services; readonly basePath: string },
): Promise<Response> {
  const { status, title, text } = await finish(request, services);
  const page = placedHtml(sayingPage(title, text), basePath);
  return new Response(page, {
    status,
    headers: {
      ...pageHeaders,
      // The address has a code in it, which no other site must hear of.
      'referrer-policy': 'no-referrer',
      'set-cookie': signInCookie('', { maxAgeMs: 0, isSecure: false }),
    },
  });
}

interface Said {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

async function finish(request: Request, services: Services): Promise<Said> {
  try {
    const { records: store, sealer, clock, place, connections } = services;
    const parts = { store, sealer, clock, place, connections };
    const query = new URL(request.url).searchParams;
    const signedIn = await finishSignIn(parts, { query, cookie: signInCookieOf(request.headers) });
    const count = await answerSignIns(services.engine, signedIn);
    const goesOn =
      count === 0
        ? ''
        : ` ${count === 1 ? 'A run that' : `${count} runs that`} waited for it went on.`;
    const text = `You are signed in to "${signedIn.connection}".${goesOn} You can close this page.`;
    return { status: 200, title: 'Signed in', text };
  } catch (error) {
    const { status } = problemReply(error, { onBug: services.onBug });
    const text =
      error instanceof EngineError ? error.message : 'Something went wrong on the server.';
    return { status, title: 'This did not work', text };
  }
}

// The page behind an answer link
// It belongs to whoever has the link, so it needs no key; it loads a style sheet and nothing else, and is kept by nobody.
import { EngineError, withoutUndefined } from '@skein/ports';
import { sayingPage } from '../features/links/answer-page.ts';
import { serveAnswer, type AnswerReply } from '../features/links/serve-answer.ts';
import type { Services } from '../handlers/services.ts';
import { problemReply } from './problem-response.ts';
import { callerIn } from '../identity/caller-in.ts';
import { placedHtml } from '../values/html.ts';
import { readBytes, type BodyLimits } from './read-json.ts';
import { securityHeaders } from './security-headers.ts';

const formType = /^application\/x-www-form-urlencoded\s*(?:;.*)?$/i;

export const pageHeaders = {
  ...securityHeaders,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-robots-tag': 'noindex, nofollow',
};

export async function serveAnswerLink(
  request: Request,
  token: string,
  {
    services,
    openLimits,
    basePath,
  }: {
    readonly services: Services;
    readonly openLimits: BodyLimits;
    readonly basePath: string;
  },
): Promise<Response> {
  const { status, html } = await answer(request, token, { services, openLimits });
  const page = placedHtml(html, basePath);
  return new Response(request.method === 'HEAD' ? null : page, { status, headers: pageHeaders });
}

async function answer(
  request: Request,
  token: string,
  { services, openLimits }: { readonly services: Services; readonly openLimits: BodyLimits },
): Promise<AnswerReply> {
  try {
    if (request.method !== 'POST') return await serveAnswer(services, token, {});
    const form = await readPostedForm(request, openLimits);
    const caller = callerIn(request.headers);
    return await serveAnswer(services, token, withoutUndefined({ form, caller }));
  } catch (error) {
    const { status } = problemReply(error, { onBug: services.onBug });
    const text =
      error instanceof EngineError ? error.message : 'Something went wrong on the server.';
    return { status, html: sayingPage('This did not work', text) };
  }
}

export async function readPostedForm(
  request: Request,
  limits: BodyLimits,
): Promise<URLSearchParams> {
  const found = request.headers.get('content-type') ?? '';
  if (!formType.test(found)) {
    const supported = ['application/x-www-form-urlencoded'];
    throw new EngineError('MEDIA_TYPE', { found: found.slice(0, 200), supported });
  }
  return new URLSearchParams(new TextDecoder().decode(await readBytes(request, limits)));
}

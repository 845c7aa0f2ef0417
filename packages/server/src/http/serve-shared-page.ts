// A shared page
// Like the page behind an answer link it needs no key, unless its owner shares it with users only; it loads a style sheet and nothing else, and is kept by nobody. Which pages may embed
// it is for its owner to say.
import { EngineError } from '@skein/ports';
import { sayingPage } from '../features/links/answer-page.ts';
import { hasFiles, readPostedFiles, type PostedForm } from '../features/shares/posted-files.ts';
import { serveShare, takesFiles } from '../features/shares/serve-share.ts';
import type { ShareReply } from '../features/shares/share-reply.ts';
import type { Identity } from '../identity/identity.ts';
import type { Services } from '../handlers/services.ts';
import { placedHtml } from '../values/html.ts';
import { problemReply } from './problem-response.ts';
import { readBytes, type BodyLimits } from './read-json.ts';
import { securityHeaders } from './security-headers.ts';
import { readPostedForm } from './serve-answer-link.ts';

/** What a message with its files may have. */
const filesBytesMax = 6 * 1024 * 1024;

export interface SharedPageOptions {
  readonly services: Services;
  readonly openLimits: BodyLimits;
  readonly basePath: string;
  readonly identify: (request: Request) => Identity | Promise<Identity>;
}

export async function serveSharedPage(
  request: Request,
  { id, result }: { readonly id: string; readonly result: string | undefined },
  options: SharedPageOptions,
): Promise<Response> {
  const { status, html, frames, location, hasScript } = await answer(
    request,
    { id, result },
    options,
  );
  const ancestors = frames.length === 0 ? "'none'" : frames.join(' ');
  const headers = new Headers({
    ...securityHeaders,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'self'; ${hasScript === true ? "script-src 'self'; " : ''}form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`,
    'x-robots-tag': 'noindex, nofollow',
  });
  // It cannot name pages, so it would forbid those that the policy allows.
  if (frames.length > 0) headers.delete('x-frame-options');
  if (location !== undefined) headers.set('location', location.replace(/^\./, options.basePath));
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const page =
    typeof html === 'string' ? placedHtml(html, options.basePath) : streamed(html, options);
  return new Response(page, { status, headers });
}

/** The pieces of a page as they come; what goes wrong then can only be told at its end. */
function streamed(
  parts: AsyncIterable<string>,
  { basePath, services }: SharedPageOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = parts[Symbol.asyncIterator]();
  let isGone = false;
  const next = async (): Promise<string | undefined> => {
    try {
      const { value, done } = await iterator.next();
      return done === true ? undefined : value;
    } catch (error) {
      services.onBug(error, 'a shared chat');
      return '<p role="alert">Something went wrong. Load this page again.</p>';
    }
  };
  return new ReadableStream({
    async pull(controller) {
      const html = await next();
      // Whoever read it has left the page meanwhile.
      if (isGone) return;
      if (html === undefined) controller.close();
      else controller.enqueue(encoder.encode(placedHtml(html, basePath)));
    },
    async cancel() {
      isGone = true;
      await iterator.return?.();
    },
  });
}

async function answer(
  request: Request,
  asked: { readonly id: string; readonly result: string | undefined },
  { services, openLimits, identify }: SharedPageOptions,
): Promise<ShareReply> {
  try {
    const posted = await readPosted(request, asked.id, { services, openLimits });
    const findUser = () => userOf(request, identify);
    const { signal } = request;
    return await serveShare(services, { ...asked, ...posted, signal, findUser });
  } catch (error) {
    const { status } = problemReply(error, { onBug: services.onBug });
    const text =
      error instanceof EngineError ? error.message : 'Something went wrong on the server.';
    return { status, frames: [], html: sayingPage('This did not work', text) };
  }
}

/** A run that asks for its outputs is no person. */
async function userOf(
  request: Request,
  identify: SharedPageOptions['identify'],
): Promise<string | null> {
  try {
    const { user, via } = await identify(request);
    return via === 'run' ? null : user;
  } catch (error) {
    if (error instanceof EngineError && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}

/** Files only for a chat that is there: nobody else has a reason to send that much. */
async function readPosted(
  request: Request,
  id: string,
  { services, openLimits }: Pick<SharedPageOptions, 'services' | 'openLimits'>,
): Promise<Partial<PostedForm>> {
  if (request.method !== 'POST') return {};
  if (!hasFiles(request)) return { form: await readPostedForm(request, openLimits) };
  const limitBytes = (await takesFiles(services, id)) ? filesBytesMax : openLimits.limitBytes;
  const body = await readBytes(request, { ...openLimits, limitBytes });
  return readPostedFiles(body, request.headers.get('content-type') ?? '');
}

// What a webhook answers
// With `"respond": true` in the settings of its trigger the sender gets what the run answers: the value of a `respond` node, or the
// output of a run that has ended without one.
//
// R1. An answer cannot act on this server's own pages: it sets no cookies and no headers that browsers keep or that guard them, and a page
//     that comes with it has no origin, runs no scripts and loads nothing.
// R2. The sender is a stranger: why a run failed is told to its owner only.
import { isObject, ownValue, type Json } from '@skein/api';
import type { RunAnswer } from '@skein/engine';

const waitMsDefault = 30_000;
export const hookWaitMsMax = 120_000;

/** For how long a delivery waits for the answer of its run; null: it does not. */
export function hookWaitMs(config: Json): number | null {
  if (!isObject(config) || ownValue(config, 'respond') !== true) return null;
  const waitMs = ownValue(config, 'respondWithinMs');
  return typeof waitMs === 'number' ? Math.min(waitMs, hookWaitMsMax) : waitMsDefault;
}

export function hookResponse({ run, status, headers, value, error }: RunAnswer): Response {
  if (error !== undefined) {
    const words = 'The run ended before it answered.';
    return Response.json({ error: words, run_id: run }, { status });
  }
  const sent = new Headers({ 'x-run-id': run, 'content-security-policy': ofStrangers });
  for (const [name, text] of Object.entries(headers)) {
    if (isOurs(name) || !isSendable(name, text)) continue;
    sent.set(name, text);
  }
  // These have no body, whatever the node says.
  if (status === 204 || status === 205 || status === 304) {
    return new Response(null, { status, headers: sent });
  }
  const isText = typeof value === 'string';
  if (!sent.has('content-type')) {
    sent.set('content-type', isText ? 'text/plain; charset=utf-8' : 'application/json');
  }
  return new Response(isText ? value : JSON.stringify(value), { status, headers: sent });
}

/** A page may have its own style, which can do nothing without an origin. */
const ofStrangers = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

const ours: ReadonlySet<string> = new Set(
  `set-cookie set-cookie2 clear-site-data service-worker-allowed alt-svc strict-transport-security public-key-pins content-security-policy refresh
  x-content-type-options x-frame-options referrer-policy
  content-length content-encoding transfer-encoding connection keep-alive upgrade trailer te proxy-authenticate x-run-id x-request-id date`.split(
    /\s+/,
  ),
);

function isOurs(name: string): boolean {
  const lower = name.toLowerCase();
  return ours.has(lower) || /^(?:access-control-|cross-origin-|sec-)/u.test(lower);
}

/** A name or text that HTTP has no place for is left out: it must not begin a header of its own. */
function isSendable(name: string, text: string): boolean {
  try {
    return new Headers({ [name]: text }).has(name);
  } catch {
    return false;
  }
}

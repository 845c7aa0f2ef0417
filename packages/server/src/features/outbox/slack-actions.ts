// Buttons in Slack
// A message to a Slack app has buttons that answer an approval. A click comes back as a form that Slack has signed with the secret of the app.
// K1. Both have to hold: Slack's signature says who clicked, and the token in the button that this server asked this question here.
// K2. Slack wants to hear within three seconds that a click has arrived. What takes longer goes on, and the message says what came of it.
// K3. After the answer the message is replaced, so that nobody clicks again.
import { isObject, ownValue, textAt, type Answerer, type Json, type JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type Clock } from '@skein/ports';
import type { AnswerLinks } from '../links/answer-links.ts';
import { signaturePresets, verifyScheme } from '../triggers/signature-scheme.ts';
import { Undeliverable, type OutboxOptions } from './destinations.ts';
import { findDestination } from './find-destination.ts';

export interface SlackServices {
  readonly engine: Pick<Engine, 'waits'>;
  readonly links: AnswerLinks;
  readonly clock: Pick<Clock, 'now'>;
  readonly outbox: OutboxOptions | undefined;
  /** Throws RATE_LIMITED. */
  readonly limitLink: (name: string) => void;
  readonly onBug: (error: unknown, reference: string) => void;
}

/** Where the app sends clicks, with the name of the destination behind it. */
export const slackPath = '/slack';
const actionPrefix = 'skein:';
const replaceMs = 10_000;

const decisions = { approve: 'Approve', reject: 'Reject' } as const;
type Decision = keyof typeof decisions;

/** The buttons of a question that can be answered by a click; its form is behind the link. */
export function slackButtons(link: string, isApproval: boolean): readonly Json[] {
  const token = link.slice(link.lastIndexOf('/') + 1);
  const button = (decision: Decision): JsonObject => ({
    type: 'button',
    action_id: `${actionPrefix}${decision}`,
    text: { type: 'plain_text', text: decisions[decision] },
    style: decision === 'approve' ? 'primary' : 'danger',
    value: token,
  });
  const more = {
    type: 'button',
    action_id: `${actionPrefix}open`,
    text: { type: 'plain_text', text: isApproval ? 'More' : 'Answer' },
    url: link,
  };
  // A longer value than Slack takes would lose the whole message.
  const canClick = isApproval && token.length <= valueLengthMax;
  return canClick ? [button('approve'), button('reject'), more] : [more];
}

const valueLengthMax = 2000;

export interface SlackClick {
  readonly headers: Pick<Headers, 'get'>;
  readonly body: Uint8Array;
}

/** Throws unless Slack has sent it. What it gives back ends when the message was replaced. */
export async function receiveClick(
  services: SlackServices,
  name: string,
  { headers, body }: SlackClick,
): Promise<{ readonly done: Promise<void> }> {
  const secret = await signingSecretOf(services, name);
  if (secret === undefined) {
    throw new EngineError('SIGNATURE_INVALID', { reason: 'no Slack app has this address.' });
  }
  verifyScheme(signaturePresets.slack, { headers, body }, { secret, now: services.clock.now() });
  const click = readClick(body);
  if (click === null) return { done: Promise.resolve() };
  const done = answerClick(services, { ...click, name }).catch((error: unknown) => {
    services.onBug(error, 'a click in Slack');
  });
  return { done };
}

async function signingSecretOf(
  { outbox }: SlackServices,
  name: string,
): Promise<string | undefined> {
  if (outbox === undefined) return undefined;
  try {
    const found = await findDestination(outbox, `webhook:${name}`);
    if (found === 'elsewhere' || found.kind !== 'webhook') return undefined;
    return await found.webhook.signingSecret?.();
  } catch (error) {
    if (error instanceof Undeliverable) return undefined;
    throw error;
  }
}

interface Click {
  readonly decision: Decision;
  readonly token: string;
  readonly by: Answerer;
  /** As people in Slack see them. */
  readonly mention: string;
  readonly responseUrl: string | undefined;
}

/** Null for what is no click on one of our buttons: other parts of the app, and the one that only opens the link. */
function readClick(body: Uint8Array): Click | null {
  const payload = parsed(new URLSearchParams(new TextDecoder().decode(body)).get('payload') ?? '');
  const user = ownValue(payload, 'user') ?? null;
  const actions = ownValue(payload, 'actions') ?? null;
  if (!isObject(user) || !Array.isArray(actions)) return null;
  const id = textAt(user, 'id');
  for (const action of actions) {
    if (!isObject(action) || id === undefined) continue;
    const named = textAt(action, 'action_id')?.slice(actionPrefix.length);
    const token = textAt(action, 'value');
    if ((named !== 'approve' && named !== 'reject') || token === undefined) continue;
    const profile = ownValue(user, 'profile') ?? null;
    const email = isObject(profile) ? textAt(profile, 'email') : undefined;
    const by = email === undefined ? { channel: 'slack', id } : { channel: 'slack', id, email };
    const responseUrl = textAt(payload, 'response_url');
    return {
      decision: named,
      token,
      by,
      mention: `<@${id.replaceAll(/[^\w-]/g, '')}>`,
      responseUrl,
    };
  }
  return null;
}

function parsed(text: string): JsonObject {
  try {
    const payload: Json = JSON.parse(text);
    return isObject(payload) ? payload : {};
  } catch {
    return {};
  }
}

async function answerClick(
  services: SlackServices,
  { decision, token, by, mention, responseUrl, name }: Click & { readonly name: string },
): Promise<void> {
  const link = services.links.read(token);
  services.limitLink(link === undefined ? 'unknown' : `${link.wait} ${link.recipient}`);
  const text =
    link === undefined || link.recipient !== `webhook:${name}`
      ? 'This button does not work: the question was not asked here.'
      : services.clock.now() >= link.until
        ? 'This button has expired. Ask for a new one.'
        : await answered(services, link.wait, { decision, by, mention });
  await replace(services, responseUrl, text);
}

/** What the message says from then on. */
async function answered(
  { engine }: SlackServices,
  wait: string,
  { decision, by, mention }: Pick<Click, 'decision' | 'by' | 'mention'>,
): Promise<string> {
  try {
    const { question } = await engine.waits.get(wait);
    await engine.waits.answer(wait, { decision }, { by });
    const what = escaped((question.prompt ?? '').slice(0, 1000));
    const words = decision === 'approve' ? 'Approved' : 'Rejected';
    return `${what}\n*${words}* by ${mention}.`.trim();
  } catch (error) {
    if (!(error instanceof EngineError) || error.status >= 500) throw error;
    if (error.status === 403) return `${mention} may not answer this. It is still open.`;
    return error.status === 409 || error.status === 404
      ? 'Nothing more is needed: it was answered, or the workflow went on without an answer.'
      : escaped(error.message);
  }
}

/** Slack takes three characters for markup wherever they stand. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Slack gives the address with the click; the guard of the host decides whether it is reached. */
async function replace(
  { outbox }: SlackServices,
  url: string | undefined,
  text: string,
): Promise<void> {
  if (url === undefined || outbox === undefined || !/^https?:\/\//.test(url)) return;
  // One who may not answer must not take the buttons away from those who may.
  const isOver = !text.includes('It is still open.');
  await outbox
    .post({
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(
        isOver
          ? { replace_original: true, text }
          : { replace_original: false, response_type: 'ephemeral', text },
      ),
      signal: AbortSignal.timeout(replaceMs),
    })
    // The answer counts, whatever becomes of the message.
    .catch(() => {});
}

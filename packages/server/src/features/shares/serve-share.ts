// Serving a shared form
// S1. Only a POST starts a run, and the same sent form starts one: it carries a key of its own.
// S2. Whoever has the address sees the form, and the result of the runs that they have started: the address of a result is signed.
// S3. A page that is only for users shows nothing of itself to anybody else, and starts nothing for them.
// S4. Everything that comes from a workflow is text here, never markup.
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { isObject, type Json } from '@skein/api';
import type { RunJson } from '@skein/engine';
import { EngineError, withoutUndefined } from '@skein/ports';
import { escapeHtml, htmlPage } from '../../values/html.ts';
import { fieldHtml } from '../links/answer-page.ts';
import { formFields, type FormField } from '../links/form-fields.ts';
import { readForm, type ReadForm } from '../links/read-form.ts';
import type { SentFile } from '../doors/chats/chat-files.ts';
import { serveChat } from './chat/serve-chat.ts';
import type { ShareReply, ShareServices } from './share-reply.ts';
import { readToken, signToken } from './signed-token.ts';
import { findShare, sharePath, type Share } from './stored-shares.ts';
import { themed } from './themed.ts';

/** How long a result is waited for before the page says that it comes later. */
const resultWaitMs = 8000;

/** `form` is what was posted; undefined for a GET. `result`: of the address of a result. */
export async function serveShare(
  services: ShareServices,
  asked: {
    readonly id: string;
    readonly result: string | undefined;
    readonly form?: URLSearchParams;
    /** That came with the form. */
    readonly files?: readonly SentFile[];
    readonly signal: AbortSignal;
    /** Who has signed in to this server; null: nobody. */
    readonly findUser: () => Promise<string | null>;
  },
): Promise<ShareReply> {
  const { id, form, files = [], result } = asked;
  const share = await findShare(services.settings, id);
  services.limitShare(
    share === undefined ? 'unknown' : `${id} ${form === undefined ? 'read' : 'start'}`,
  );
  if (share === undefined || isOver(share, services.clock.now()))
    return said(
      404,
      [],
      'This page is not there',
      'It was never shared, or is not shared any more.',
    );
  const user = share.audience === 'users' ? await asked.findUser() : null;
  if (share.audience === 'users' && user === null) return signInPage(share);
  if (share.kind === 'chat') {
    const { signal } = asked;
    const chat = await serveChat(services, { share, token: result, form, files, signal });
    const text = 'The address was changed, or what one could chat with does not exist any more.';
    return chat ?? said(404, share.frames, 'This page is not there', text);
  }
  const { frames } = share;
  if (result !== undefined) return showResult(services, share, result);
  const owner = share.user === '' ? undefined : share.user;
  const found = await described(services, share.workflow, owner);
  if (found === null)
    return said(404, frames, 'This page is not there', 'What it started does not exist any more.');
  const page = { share, ...found };
  if (form === undefined) return { status: 200, frames, html: formPage(page) };
  const read = readInput(found.schema, form);
  const key = form.get('key') ?? '';
  if (!read.ok) return { status: 422, frames, html: formPage(page, form, read.complaint) };
  try {
    const { id: run } = await services.engine.runs.start(share.workflow, {
      input: read.answer,
      idempotencyKey: `share/${id}/${key.slice(0, 100)}`,
      ...withoutUndefined({ user: owner }),
    });
    await services.records.summaries?.noteStart(run, { type: 'form', name: user });
    const location = `.${sharePath}/${id}/${signToken(services.shareKey, { purpose: 'result', share: id }, run)}`;
    return { status: 303, frames, html: '', location };
  } catch (error) {
    if (!(error instanceof EngineError) || error.status >= 500 || error.status === 429) throw error;
    return { status: 422, frames, html: formPage(page, form, error.message) };
  }
}

/** A workflow that does not say what it takes may need nothing: what is left empty is no text, but no input. */
function readInput(schema: Json, form: URLSearchParams): ReadForm {
  const isNothing = schema === null && (form.get('answer') ?? '').trim() === '';
  if (isNothing) return { ok: true, answer: {} };
  return readForm({ kind: 'input', schema }, form, ['key']);
}

function inputFields(schema: Json): readonly FormField[] {
  const isEmpty = isObject(schema) && Object.keys(schema['properties'] ?? { any: 1 }).length === 0;
  if (isEmpty) return [];
  const fields = formFields(schema);
  if (schema !== null) return fields;
  return fields.map((field) => ({ ...field, label: 'Input', isRequired: false }));
}

/** Whether there is a chat with this id, which takes files. */
export async function takesFiles(
  { settings, clock }: Pick<ShareServices, 'settings' | 'clock'>,
  id: string,
): Promise<boolean> {
  const share = await findShare(settings, id);
  return share?.kind === 'chat' && !isOver(share, clock.now());
}

interface Described {
  readonly name: string;
  readonly schema: Json;
}

async function described(
  { engine }: ShareServices,
  workflow: string,
  user: string | undefined,
): Promise<Described | null> {
  try {
    const newest = await engine.workflows.newest(workflow, user);
    const { inputSchema = null } = await engine.workflows.describe(workflow, user);
    return { name: newest.name ?? workflow, schema: inputSchema };
  } catch (error) {
    if (error instanceof EngineError && error.status < 500) return null;
    throw error;
  }
}

function isOver({ expiresAt }: Share, now: number): boolean {
  return expiresAt !== null && now >= expiresAt;
}

function formPage(
  { share, name, schema }: Described & { readonly share: Share },
  given?: URLSearchParams,
  complaint?: string,
): string {
  const title = share.title ?? name;
  const intro = share.intro === null ? '' : `<p class="prompt">${escapeHtml(share.intro)}</p>`;
  const problem =
    complaint === undefined ? '' : `<p role="alert" class="problem">${escapeHtml(complaint)}</p>`;
  const fields = inputFields(schema);
  return themed(
    share,
    htmlPage(
      title,
      `<main class="shared">
<h1>${escapeHtml(title)}</h1>
${intro}
${problem}
<form method="post" accept-charset="utf-8" autocomplete="off">
<input type="hidden" name="key" value="${randomUUID()}">
${fields.map((field) => fieldHtml(field, given)).join('\n')}
<p><button type="submit">Send</button></p>
</form>
</main>`,
    ),
  );
}

async function showResult(
  services: ShareServices,
  share: Share,
  token: string,
): Promise<ShareReply> {
  const { frames, id } = share;
  const run = readToken(services.shareKey, { purpose: 'result', share: id }, token);
  if (run === undefined)
    return said(404, frames, 'This page is not there', 'The address was changed.');
  const found = await settledWithin(services, run);
  const title = share.title ?? found.workflow.name;
  const again = `<p><a href=".${sharePath}/${escapeHtml(id)}">Send another</a></p>`;
  const say = (status: number, text: string, isRefreshed = false) => ({
    status,
    frames,
    html: themed(
      share,
      htmlPage(
        title,
        `<main class="shared">\n<h1>${escapeHtml(title)}</h1>\n${text}\n${again}\n</main>`,
      ).replace(
        '<meta name="viewport"',
        `${isRefreshed ? '<meta http-equiv="refresh" content="3">\n' : ''}<meta name="viewport"`,
      ),
    ),
  });
  switch (found.status) {
    case 'completed':
      return say(200, outputHtml(found.output));
    case 'failed':
    case 'stopped':
    case 'cancelled':
      return say(200, '<p role="status">This did not work. Try it again later.</p>');
    case 'waiting':
      return say(200, '<p role="status">Thank you. Somebody has to look at it first.</p>');
    case 'running':
    case 'stalled':
      return say(
        200,
        '<p role="status">It is being worked on. This page shows the result.</p>',
        true,
      );
  }
}

/** The run when it has settled, or as it is after a while. */
async function settledWithin({ engine }: ShareServices, run: string): Promise<RunJson> {
  const waiting = new AbortController();
  try {
    return await Promise.race([
      engine.runs.settled(run),
      sleep(resultWaitMs, undefined, { signal: waiting.signal }).then(() => engine.runs.get(run)),
    ]);
  } finally {
    waiting.abort();
  }
}

/** A text as it is, an object as a list of its fields. */
function outputHtml(output: Json): string {
  if (output === null || output === '') return '<p role="status">Thank you. It is done.</p>';
  if (!isObject(output)) return `<p role="status" class="prompt">${escapeHtml(textOf(output))}</p>`;
  const rows = Object.entries(output).map(
    ([key, value]) =>
      `<dt>${escapeHtml(key)}</dt><dd class="prompt">${escapeHtml(textOf(value))}</dd>`,
  );
  return `<dl role="status">${rows.join('\n')}</dl>`;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/**
 * A link from elsewhere, such as a mail, brings no cookie of ours along, also of those who have signed in: going on from here does.
 */
function signInPage({ id, frames, theme }: Share): ShareReply {
  const place = `${sharePath}/${escapeHtml(id)}`;
  const body = `<main class="shared">
<h1>Sign in first</h1>
<p role="status">This page is for users of this server.</p>
<p><a href="./sign-in?to=${encodeURIComponent(place)}">Sign in</a></p>
<p><a href=".${place}">I have signed in already</a></p>
</main>`;
  return { status: 401, frames, html: themed({ theme }, htmlPage('Sign in first', body)) };
}

function said(status: number, frames: readonly string[], title: string, text: string): ShareReply {
  const body = `<main class="shared">\n<h1>${escapeHtml(title)}</h1>\n<p role="status">${escapeHtml(text)}</p>\n</main>`;
  return { status, frames, html: htmlPage(title, body) };
}

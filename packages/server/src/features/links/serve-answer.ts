// Serving answer links
// A1. Only a POST answers: whoever fetches a link to preview it (chats, mail scanners) decides nothing.
// A2. What a link may show and do is told only to whoever has it; a link that was changed learns nothing about waits.
// A3. `by` is made here and nowhere else, from what was signed.
import { answererText, isLinked, type RunId } from '@skein/api';
import { EngineError, withoutUndefined, type Clock, type WaitRecord } from '@skein/ports';
import type { Engine } from '@skein/engine';
import { workflowOf } from '../waits/workflow-of.ts';
import { askingPage, sayingPage } from './answer-page.ts';
import type { AnswerLink, AnswerLinks } from './answer-links.ts';
import { answererOf } from './answerer-of.ts';
import { readForm } from './read-form.ts';

export interface AnswerServices {
  readonly engine: Pick<Engine, 'runs' | 'waits'>;
  readonly links: AnswerLinks;
  readonly clock: Pick<Clock, 'now'>;
  /** Throws RATE_LIMITED. */
  readonly limitLink: (name: string) => void;
}

export interface AnswerReply {
  readonly status: number;
  readonly html: string;
}

/** Everybody who tries links that were not made here shares one budget. */
const unknownName = 'unknown';

/** `form` is what was posted, by the node or tool of the run `caller` if there is one; absent for a GET. */
export async function serveAnswer(
  services: AnswerServices,
  token: string,
  { form, caller }: { readonly form?: URLSearchParams; readonly caller?: RunId },
): Promise<AnswerReply> {
  const link = services.links.read(token);
  services.limitLink(link === undefined ? unknownName : `${link.wait} ${link.recipient}`);
  if (link === undefined) {
    return said(
      404,
      'This link does not work',
      'It is incomplete or was changed. Open the link from the message as it is.',
    );
  }
  const wait = await openWait(services, link);
  if (!('id' in wait)) return wait;
  if (services.clock.now() >= link.until) {
    return said(
      410,
      'This link has expired',
      'The question is still open. Ask whoever sent the link for a new one.',
    );
  }
  if (!isLinked(wait.question, link.recipient)) {
    const named = (wait.question.who ?? []).map(answererText).join(', ');
    return said(403, 'You may not answer this', `It asks ${named}: they answer it in their inbox.`);
  }
  const workflow = await workflowOf(services.engine, wait.run);
  const page = {
    question: wait.question,
    workflow: workflow?.name ?? workflow?.id ?? 'Workflow',
    recipient: link.recipient,
    until: link.until,
  };
  if (form === undefined) return { status: 200, html: askingPage(page) };
  const read = readForm(wait.question, form);
  if (!read.ok) return refused(page, form, read.complaint);
  try {
    const who = withoutUndefined({ by: answererOf(link.recipient), caller });
    await services.engine.waits.answer(wait.id, read.answer, who);
  } catch (error) {
    if (!(error instanceof EngineError) || error.status >= 500 || error.status === 429) throw error;
    if (error.code === 'ANSWER_REFUSED') {
      return refused(page, form, error.message);
    }
    if (error.status === 403) return said(403, 'You may not answer this', error.message);
    if (error.status !== 409 && error.status !== 404) return refused(page, form, error.message);
    const now = await openWait(services, link);
    return 'id' in now ? refused(page, form, error.message) : now;
  }
  return said(200, 'Thank you', 'Your answer was recorded. You can close this page.');
}

function refused(
  page: Parameters<typeof askingPage>[0],
  given: URLSearchParams,
  complaint: string,
): AnswerReply {
  return { status: 422, html: askingPage({ ...page, given, complaint }) };
}

/** The wait while it is open; otherwise what to say. */
async function openWait(
  { engine }: AnswerServices,
  { wait: id }: AnswerLink,
): Promise<WaitRecord | AnswerReply> {
  try {
    const wait = await engine.waits.get(id);
    switch (wait.status) {
      case 'open':
        return wait;
      case 'answered':
        return said(
          409,
          'Already answered',
          'Somebody has answered this question. Nothing more is needed.',
        );
      case 'expired':
        return said(410, 'Too late', 'The time to answer this question is over.');
      case 'cancelled':
        return said(
          410,
          'No longer needed',
          'The workflow went on without an answer to this question.',
        );
    }
  } catch (error) {
    if (!(error instanceof EngineError) || error.status !== 404) throw error;
    return said(410, 'No longer needed', 'The run that asked this question is gone.');
  }
}

function said(status: number, title: string, text: string): AnswerReply {
  return { status, html: sayingPage(title, text) };
}

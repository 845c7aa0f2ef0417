// What a run says in a shared chat, as pieces of a page
// A1. A visitor reads what the run answers, that it uses tools and which, and what it asks visitors: no arguments, results or reasons, and
//     nothing that is said on the way to an answer.
// A2. Whoever opens the page at any moment has the same text in the end: both are told by the facts of the run.
import type { PlainOr, RunId } from '@skein/api';
import type { Engine } from '@skein/engine';
import { escapeHtml } from '../../../values/html.ts';
import type { AskedWait, Ending, PlacedFact } from '../../doors/facts/fact.ts';
import type { AboutNode } from '../../doors/facts/fact-reader.ts';
import { isEnding } from '../../doors/facts/is-ending.ts';
import { runFacts } from '../../doors/facts/run-facts.ts';
import { answerBegins, answerEnds, noteHtml, visitorSaid } from './chat-html.ts';

/** Questions to whoever chats: neither a decision about something that the owner answers for, nor one that names people. */
export function isForVisitor({ kind, who = [], call }: AskedWait): boolean {
  return kind === 'input' && who.length === 0 && call === undefined;
}

export interface AnswerOptions {
  readonly about: AboutNode;
  readonly signal: AbortSignal;
}

/** Gives back how it ended; null when that was not waited for. */
export async function* answerHtml(
  engine: Pick<Engine, 'runs'>,
  run: PlainOr<RunId>,
  { about, signal }: AnswerOptions,
): AsyncGenerator<string, Ending | null, undefined> {
  const page = { isSpeaking: false };
  for await (const fact of runFacts(engine, run, { about, signal })) {
    if (isEnding(fact)) {
      if (page.isSpeaking) yield answerEnds;
      return fact;
    }
    const html = factHtml(fact, page);
    if (html !== '') yield html;
  }
  if (page.isSpeaking) yield answerEnds;
  return null;
}

function factHtml(fact: PlacedFact, page: { isSpeaking: boolean }): string {
  if (fact.type === 'text') {
    if (fact.role !== 'answer') return '';
    const text = escapeHtml(fact.text);
    if (page.isSpeaking) return text;
    page.isSpeaking = true;
    return `${answerBegins}${text}`;
  }
  const said = aside(fact);
  if (said === '') return '';
  const before = page.isSpeaking ? answerEnds : '';
  page.isSpeaking = false;
  return `${before}${said}`;
}

function aside(fact: PlacedFact): string {
  if (fact.type === 'tool-call') return noteHtml(`Used ${fact.name}`);
  if (fact.type === 'retry') return noteHtml('That was interrupted. Once more:');
  if (fact.type === 'wait-opened')
    return isForVisitor(fact.wait)
      ? `${answerBegins}${escapeHtml(fact.wait.prompt ?? 'What do you say?')}${answerEnds}`
      : noteHtml('Somebody has to look at it first. This page shows what comes of it.');
  if (fact.type === 'wait-closed' && isForVisitor(fact.wait) && fact.answer !== undefined)
    return visitorSaid(typeof fact.answer === 'string' ? fact.answer : JSON.stringify(fact.answer));
  return '';
}

import type { SessionStep } from '@skein/dialects';
import type { NodeBehaviour } from '@skein/ports';
import { guardedFetch } from '../../http/guarded-fetch.ts';
import { apiStep } from './api-step.ts';
import { generateStep } from './generate-step.ts';
import { replyStep } from './reply-step.ts';
import { requestStep } from './request-step.ts';

/** What the node types that only this dialect has do, by their full names. */
export const sessionGraphBehaviours: Readonly<
  Record<`session-graph.${SessionStep}`, NodeBehaviour>
> = {
  'session-graph.step': { description: 'Does nothing and has no output.' },
  'session-graph.request': requestStep,
  'session-graph.confirm': requestStep,
  'session-graph.select': requestStep,
  'session-graph.reply': replyStep,
  'session-graph.generate': generateStep,
  'session-graph.api': apiStep(guardedFetch()),
};

// The history of a session as JSON, for snapshots: as large as the steps that it reached, however often.
import type { Json } from '@skein/kernel';
import type { AskedPrompt } from './conversation.ts';
import type { SessionHistory } from './view-session-graph.ts';

export function dumpHistory(history: SessionHistory): Json {
  const { order, ended, evaluatedAt, pending, pass, prompts } = history;
  return {
    order: [...order],
    executedAt: [...ended].map(([step, { at, error }]) =>
      error === null ? [step, at] : [step, at, error],
    ),
    evaluatedAt,
    pending: [...pending],
    pass,
    prompts: prompts.map(({ wait, content, at, answered }) => [wait, content, at, answered]),
  };
}

export function loadHistory(dumped: Json): SessionHistory {
  // As `dumpHistory` wrote it; snapshots of earlier versions have neither errors nor prompts.
  const history = dumped as unknown as DumpedHistory;
  const { order, executedAt, evaluatedAt, pending, pass, prompts = [] } = history;
  return {
    order: new Set(order),
    ended: new Map(executedAt.map(([step, at, error = null]) => [step, { at, error }])),
    evaluatedAt,
    pending: new Set(pending),
    pass,
    prompts: prompts.map(([wait, content, at, answered]) => ({ wait, content, at, answered })),
  };
}

type DumpedPrompt = readonly [
  wait: string,
  content: string,
  at: number,
  answered: AskedPrompt['answered'],
];

interface DumpedHistory {
  readonly order: readonly string[];
  readonly executedAt: readonly (readonly [step: string, at: number, error?: string])[];
  readonly evaluatedAt: number | null;
  readonly pending: readonly string[];
  readonly pass: number;
  readonly prompts?: readonly DumpedPrompt[];
}

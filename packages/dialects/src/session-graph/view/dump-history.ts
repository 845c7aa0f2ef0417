// The history of a session as JSON, for snapshots: as large as the steps that it reached, however often.
import type { Json } from '@skein/kernel';
import type { SessionHistory } from './view-session-graph.ts';

export function dumpHistory(history: SessionHistory): Json {
  const { order, executedAt, evaluatedAt, pending, pass } = history;
  return {
    order: [...order],
    executedAt: [...executedAt],
    evaluatedAt,
    pending: [...pending],
    pass,
  };
}

export function loadHistory(dumped: Json): SessionHistory {
  // As `dumpHistory` wrote it.
  const { order, executedAt, evaluatedAt, pending, pass } = dumped as unknown as DumpedHistory;
  return {
    order: new Set(order),
    executedAt: new Map(executedAt),
    evaluatedAt,
    pending: new Set(pending),
    pass,
  };
}

interface DumpedHistory {
  readonly order: readonly string[];
  readonly executedAt: readonly (readonly [step: string, at: number])[];
  readonly evaluatedAt: number | null;
  readonly pending: readonly string[];
  readonly pass: number;
}

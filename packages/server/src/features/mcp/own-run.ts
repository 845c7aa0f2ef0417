import { EngineError, type RunRecord } from '@skein/ports';
import type { McpHost } from './mcp-host.ts';

/** What belongs to somebody else does not exist. */
export async function ownRun({ engine, user }: McpHost, run: string): Promise<RunRecord> {
  const record = await engine.runs.record(run);
  if (record.user !== user) throw new EngineError('RUN_NOT_FOUND', { run });
  return record;
}

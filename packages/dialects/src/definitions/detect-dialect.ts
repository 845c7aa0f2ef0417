// Detecting the dialect of a definition
// Used when none is named. The order matters: each dialect may assume that those before it do not match.
import { isObject } from '@skein/kernel';
import { agentGraph } from '../agent-graph/agent-graph.ts';
import { dataflow } from '../dataflow/dataflow.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { DialectName } from '../dialect/dialect-name.ts';
import { canvas } from '../canvas/canvas.ts';
import { native } from '../native/native.ts';
import { pipeline } from '../pipeline/pipeline.ts';
import { sessionGraph } from '../session-graph/session-graph.ts';

/** All dialects, the easiest to detect first. */
const dialects: readonly Dialect[] = [native, sessionGraph, pipeline, agentGraph, canvas, dataflow];

/** The dialect whose shape a definition has, or null when it has none. */
export function detectDialect(definition: unknown): Dialect | null {
  if (!isObject(definition)) return null;
  return dialects.find(({ detect }) => detect(definition)) ?? null;
}

/** The dialect of that name, or null. */
export function findDialect(name: string): Dialect | null {
  return dialects.find((dialect) => dialect.name === name) ?? null;
}

export function dialectNames(): readonly DialectName[] {
  return dialects.map(({ name }) => name);
}

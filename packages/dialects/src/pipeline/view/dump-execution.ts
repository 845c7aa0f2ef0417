// What a snapshot keeps of a step in flight
import type { Graph, Json, JsonObject } from '@skein/kernel';
import type { Pack } from '../../dialect/projection.ts';
import type { OpenQuestion, StepExecution } from './step-execution.ts';

export function dumpExecution(execution: StepExecution, pack: Pack): Json {
  const { node, activation, status, createdAt, startedAt, finishedAt, error } = execution;
  const { config, recorded, waiting } = execution;
  return {
    node: node.id,
    activation,
    status,
    createdAt,
    startedAt,
    finishedAt,
    error,
    config: config === null ? null : pack(config),
    recorded: recorded.map(pack),
    // A question is JSON.
    waiting: waiting as Json,
  };
}

/** Null when the workflow has no such step any more. */
export function loadExecution(graph: Graph, dumped: Json, unpack: Pack): StepExecution | null {
  // As `dumpExecution` wrote it.
  const read = dumped as unknown as DumpedExecution;
  const { node: id, config, recorded, waiting = null, ...rest } = read;
  const node = graph.nodeById.get(id);
  if (node === undefined) return null;
  return {
    ...rest,
    node,
    config: config === null ? null : (unpack(config) as JsonObject),
    recorded: recorded.map(unpack),
    output: null,
    waiting,
  };
}

type DumpedExecution = Omit<
  StepExecution,
  'node' | 'config' | 'recorded' | 'output' | 'waiting'
> & {
  readonly node: string;
  readonly config: Json;
  readonly recorded: readonly Json[];
  /** Earlier releases did not keep it. */
  readonly waiting?: OpenQuestion | null;
};

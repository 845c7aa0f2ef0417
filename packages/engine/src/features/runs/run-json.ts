// The native run JSON
// A run as `runs.get` and `--view native` show it.
import { viewNative, type DialectName } from '@skein/dialects';
import {
  isOver,
  responseView,
  stateView,
  warningsOf,
  type Json,
  type JsonObject,
  type NodeId,
  type OutputId,
  type ResponseView,
  type RunId,
  type RunWarning,
  type VersionId,
  type WaitId,
  type WorkflowId,
} from '@skein/kernel';
import type { RunStatus } from '@skein/ports';
import type { RunJsonSlot } from './held-slots.ts';
import type { RunView } from '../../core/run/driven-run.ts';

export interface RunJson {
  readonly id: RunId;
  readonly workflow: {
    readonly id: WorkflowId;
    readonly version: VersionId;
    readonly name: string;
    readonly dialect: DialectName;
  };
  readonly parent?: { readonly run: RunId; readonly path: string };
  readonly status: RunStatus;
  readonly input: Json;
  readonly output: Json;
  readonly error: RunJsonError | null;
  readonly stopReason?: string;
  /** What a `respond` node has answered the caller with; only where one has. */
  readonly response?: ResponseView;
  /** Only where there are some. */
  readonly warnings?: readonly RunWarning[];
  readonly nodes: { readonly [node: string]: RunJsonNode };
  readonly outputs: { readonly [node: string]: readonly RunJsonOutput[] };
  readonly waits: readonly RunJsonWait[];
  /** Only where there are some. */
  readonly slots?: readonly RunJsonSlot[];
  /** Until when it waits for further starts, before it begins (`policy.runs.debounce`). */
  readonly quiet?: { readonly key: string; readonly until: string };
  readonly contexts: { readonly [context: string]: JsonObject };
  /** What the definition declares as `state`, as it is now; only where it does. */
  readonly state?: JsonObject;
  readonly usage: {
    readonly steps: number;
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly usd: number;
  };
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly seq: number;
}

export interface RunJsonError {
  readonly code: string;
  readonly message: string;
  readonly node: NodeId | null;
  readonly activation: number | null;
  readonly details?: Json;
}

export interface RunJsonNode {
  readonly status: string;
  readonly activations: number;
  readonly error: JsonObject | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export interface RunJsonOutput {
  readonly id: OutputId;
  readonly activation: number;
  readonly value: Json;
  readonly ports: readonly string[];
}

export interface RunJsonWait {
  readonly id: WaitId;
  readonly node: string;
  readonly kind: string;
  /** What a durable function calls its question. */
  readonly name?: string;
  readonly prompt: string | null;
  readonly schema: Json;
  readonly data?: Json;
  readonly who?: readonly string[];
  readonly createdAt: string;
  readonly deadline: string | null;
}

/** Of so few nodes all is told at once: what tells it later costs more. */
const lazyFrom = 8;

export function runJson(driver: RunView): RunJson {
  const { state, graph } = driver;
  return isOver(state) && graph.nodes.length > lazyFrom ? lazyView(driver) : view(driver);
}

function view({ graph, dialect, state }: RunView): RunJson {
  // It has the fields of this type; the dialect declares it only as JSON. The journal adds nothing to the state.
  return viewNative({ graph, state, dialect, journal: [] }) as unknown as RunJson;
}

/**
 * Status and output are read most; the rest costs some 400 ns for each node, and an ended run does not change any more.
 * So it is computed lazily.
 */
function lazyView(driver: RunView): RunJson {
  const { id, state } = driver;
  let made: RunJson | null = null;
  const full = () => (made ??= view(driver));
  return {
    id,
    get workflow() {
      return full().workflow;
    },
    ...(state.origin.parent === null ? {} : { parent: state.origin.parent }),
    // It has ended, so it is past the status `created`.
    status: state.status as RunStatus,
    input: state.origin.input ?? null,
    output: state.output ?? null,
    get error() {
      return full().error;
    },
    ...(state.stopReason === null ? {} : { stopReason: state.stopReason }),
    ...warningsOf(state),
    ...responseView(state),
    get nodes() {
      return full().nodes;
    },
    get outputs() {
      return full().outputs;
    },
    get waits() {
      return full().waits;
    },
    get contexts() {
      return full().contexts;
    },
    ...stateView(driver.graph, state),
    usage: { steps: state.steps, ...state.usage },
    get createdAt() {
      return full().createdAt;
    },
    get updatedAt() {
      return full().updatedAt;
    },
    seq: state.seq,
  };
}

import type { Json, JsonObject } from '@skein/kernel';
import { useState } from 'react';
import { readJournal, useRunNode as useSendNode, type RunJson } from '../../../data/runs.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { codeLogs, type CodeLine } from '../../../graph/code/code-logs.ts';
import { withPins } from '../../../graph/edit/pins.ts';
import type { LastValues } from '../../../graph/variables/variables-at.ts';
import { showToast } from '../../../design/feedback/toasts.ts';
import { useEditorStore } from '../state/editor-store.ts';
import { useDraftVersion } from '../state/use-draft-version.ts';

export interface NodeResult {
  readonly run: string;
  readonly status: string;
  readonly output: Json;
  readonly error: string | null;
  /** What code wrote to its console. */
  readonly logs: readonly CodeLine[];
  readonly tookMs: number | null;
  /** Whether nothing before it had run or was pinned. */
  readonly isBlind: boolean;
  /** What was run. */
  readonly definition: JsonObject;
}

export interface RunNode {
  readonly start: () => Promise<void>;
  readonly isRunning: boolean;
  readonly result: NodeResult | null;
}

/** Runs a single node with the outputs of the last run, or pinned ones; what is not published as a draft. */
export function useRunNode(workflow: WorkflowDetail, node: string, last: LastValues): RunNode {
  const store = useEditorStore();
  const keepDraft = useDraftVersion(workflow);
  const sending = useSendNode(workflow.id);
  const [result, setResult] = useState<NodeResult | null>(null);
  const start = async () => {
    const { history, published, inside } = store.getState();
    if (inside.length > 0) {
      const detail = 'Run the workflow around it: each of its runs has a page of its own.';
      showToast({ tone: 'bad', text: 'A part of a sub-workflow is not run alone.', detail });
      return;
    }
    const version = history.present === published ? undefined : await keepDraft();
    const { input, outputs } = withPins(last, history.present);
    const answer = await sending.mutateAsync({
      node,
      outputs: outputs as JsonObject,
      input,
      version,
    });
    const { run } = answer;
    if (run === undefined) return setResult(null);
    const journal = await readJournal(run.id, 0, new AbortController().signal);
    const isBlind = input === undefined && Object.keys(outputs).length === 0;
    const logs = codeLogs(journal);
    setResult(resultOf(run, { node, logs, isBlind, definition: history.present }));
  };
  return { start, isRunning: sending.isPending, result };
}

interface Around {
  readonly node: string;
  readonly logs: readonly CodeLine[];
  readonly isBlind: boolean;
  readonly definition: JsonObject;
}

function resultOf(run: RunJson, { node, logs, isBlind, definition }: Around): NodeResult {
  const { id, status, output, error } = run;
  const view = Object.hasOwn(run.nodes, node) ? run.nodes[node] : undefined;
  const tookMs = Date.parse(view?.finishedAt ?? '') - Date.parse(view?.startedAt ?? '');
  return {
    run: id,
    status,
    output,
    error: error?.message ?? null,
    logs,
    tookMs: Number.isNaN(tookMs) ? null : tookMs,
    isBlind,
    definition,
  };
}

import type { Json, JsonObject } from '@skein/kernel';
import { useState } from 'react';
import { useRunNode as useSendNode, type RunJson } from '../../../data/runs.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { withPins } from '../../../graph/edit/pins.ts';
import type { LastValues } from '../../../graph/variables/variables-at.ts';
import { useEditorStore } from '../state/editor-store.ts';
import { useSave } from '../state/use-save.ts';

export interface NodeResult {
  readonly run: string;
  readonly status: string;
  readonly output: Json;
  readonly error: string | null;
}

export interface RunNode {
  readonly start: () => Promise<void>;
  readonly isRunning: boolean;
  readonly result: NodeResult | null;
}

/** Runs a single node with the outputs of the last run, or pinned ones. Saves unsaved changes first. */
export function useRunNode(workflow: WorkflowDetail, node: string, last: LastValues): RunNode {
  const store = useEditorStore();
  const { save } = useSave(workflow);
  const sending = useSendNode(workflow.id);
  const [result, setResult] = useState<NodeResult | null>(null);
  const start = async () => {
    const { history, saved } = store.getState();
    if (history.present !== saved) await save();
    const { input, outputs } = withPins(last, history.present);
    const answer = await sending.mutateAsync({
      node,
      outputs: outputs as JsonObject,
      input,
    });
    setResult(answer.run === undefined ? null : resultOf(answer.run));
  };
  return { start, isRunning: sending.isPending, result };
}

function resultOf({ id, status, output, error }: RunJson): NodeResult {
  return { run: id, status, output, error: error?.message ?? null };
}

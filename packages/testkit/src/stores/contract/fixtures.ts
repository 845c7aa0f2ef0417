import { runId, versionId, waitId, workflowId, type RunEvent } from '@skein/kernel';
import type { DefinitionRecord, RunChanges, RunCreation, Store, WaitRecord } from '@skein/ports';

export const origin: RunCreation = {
  workflow: { id: workflowId('w'), version: versionId('sha256:1') },
  depth: 0,
};

export function started(run: string, input: unknown = 1): RunEvent {
  // Inputs of these tests are JSON, hostile as they are.
  const given = { input } as { readonly input: 1 };
  return {
    type: 'run.started',
    seq: 1,
    at: 1000,
    id: `${run}-1`,
    run: runId(run),
    workflow: origin.workflow,
    rules: 1,
    ...given,
  };
}

export function recorded(seq: number, key = `step#${seq}`, value: unknown = seq): RunEvent {
  const given = { value } as { readonly value: 1 };
  const id = `event-${seq}`;
  return {
    type: 'step.recorded',
    seq,
    at: 1000 + seq,
    id,
    node: 'a',
    activation: 1,
    key,
    ...given,
  };
}

export function asked(id: string, more: Partial<WaitRecord> = {}): WaitRecord {
  return {
    id: waitId(id),
    run: runId('r'),
    node: 'ask',
    activation: 1,
    question: { kind: 'input' },
    createdAt: 1,
    deadlineAt: null,
    status: 'open',
    ...more,
  };
}

export function saved(
  id: string,
  version: string,
  more: Partial<DefinitionRecord> = {},
): DefinitionRecord {
  return {
    id: workflowId(id),
    version: versionId(version),
    definition: { version },
    dialect: 'native',
    savedAt: 1,
    ...more,
  };
}

export interface Begun {
  (run?: string, created?: Partial<RunCreation>, changes?: RunChanges): Promise<void>;
}

/** Starts a run with one event. */
export function beginIn(store: () => Store): Begun {
  return async (run = 'r', created = {}, changes = {}) =>
    store().runs.append(runId(run), 0, [started(run)], {
      created: { ...origin, ...created },
      status: 'running',
      ...changes,
    });
}

/** The code of the error that it ends with. */
export async function codeOf(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    return String((error as { readonly code?: unknown }).code ?? error);
  }
  return 'none';
}

import type { Reach } from './reach.ts';

export interface Trial {
  readonly workflow: string;
  readonly node: string;
  readonly reach: Reach;
}

/** Between the id of a workflow and the node that is tried. */
const marks: { readonly [reach in Reach]: string } = { node: 'run', from: 'from', to: 'to' };
const trialPattern = /^(.+?)#(run|from|to):(.*)$/s;

/** The id of the hidden workflow in which only a part has something to do. */
export function trialId({ workflow, node, reach }: Trial): string {
  return `${workflow}#${marks[reach]}:${node}`;
}

/** What a run of this workflow tries; null if it is no trial. */
function trialOf(workflow: string): Trial | null {
  const [, base, mark, node] = trialPattern.exec(workflow) ?? [];
  if (base === undefined || node === undefined) return null;
  const reach = mark === 'from' || mark === 'to' ? mark : 'node';
  return { workflow: base, node, reach };
}

/** Whether its runs were made to try something: a part of a workflow, or a replay. */
export function isAside(workflow: string): boolean {
  return trialOf(workflow) !== null || workflow.endsWith('~replay');
}

/** Says of a run whether it tries a part of a workflow, and which. */
export function markTrial<T extends { readonly workflow: { readonly id: string } }>(
  run: T,
): T & { isTrial?: true; trialOf?: Trial } {
  const trial = trialOf(run.workflow.id);
  return trial === null ? run : { ...run, isTrial: true, trialOf: trial };
}

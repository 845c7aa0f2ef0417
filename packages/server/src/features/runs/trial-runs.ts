/** Between the id of a workflow and the node that is run by itself. */
const mark = '#run:';

/** The id of the hidden workflow in which only this node has something to do. */
export function trialId(workflow: string, node: string): string {
  return `${workflow}${mark}${node}`;
}

/** Whether a run of this workflow is a trial of one node. */
export function isTrial(workflow: string): boolean {
  return workflow.includes(mark);
}

/** Whether its runs were made to try something: one node by itself, or a replay. */
export function isAside(workflow: string): boolean {
  return isTrial(workflow) || workflow.endsWith('~replay');
}

/** Runs of one node, and replays, belong to hidden workflows that are named after the one that people know. */
export function baseWorkflow(id: string): string {
  return id.replace(/(?:#run:.*|~replay)$/s, '');
}

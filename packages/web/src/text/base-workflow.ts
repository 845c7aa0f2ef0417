/** Trial runs, and replays, belong to hidden workflows that are named after the one that people know. */
export function baseWorkflow(id: string): string {
  return id.replace(/(?:#(?:run|from|to):.*|~replay)$/s, '');
}

/** The scope as it is stored: in a run, `workflow` is that of its workflow. */
export function scopeName(scope: string | undefined, workflow: string): string {
  return scope === 'workflow' ? `workflow:${workflow}` : (scope ?? 'user');
}

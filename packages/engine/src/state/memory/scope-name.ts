/** The scope as it is stored: `workflow` is that of one workflow. */
export function scopeName(scope: string | undefined, workflow: string | undefined): string {
  if (scope === 'workflow') return `workflow:${workflow ?? ''}`;
  return scope ?? 'user';
}

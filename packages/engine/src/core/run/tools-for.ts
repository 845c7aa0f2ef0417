import type { ToolSource } from '@skein/ports';

/** The tools of a run: those of everybody, and where users have their own, those of its user. */
export function toolsFor(source: ToolSource, user: string | undefined): ToolSource {
  return source.forUser?.(user ?? '') ?? source;
}

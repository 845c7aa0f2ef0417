import type { Workflow } from '@skein/kernel';
import type { ToolSource } from '@skein/ports';

/** The tools of a run: those of everybody, where users have their own those of its user, and those that its definition brings along. */
export function toolsFor(
  source: ToolSource,
  user: string | undefined,
  { tools }: Pick<Workflow, 'tools'> = {},
): ToolSource {
  const others = source.forUser?.(user ?? '') ?? source;
  return tools === undefined ? others : (source.bring?.(tools, { user, others }) ?? others);
}

// Whom a call is asked of
// H1. A tool that names people is asked of these, whatever a workflow says: the operator declares tools, and an author of workflows
//     must not be able to approve in their place.
// H2. Else the outermost agent that wants the approval decides, as far as it names anybody; else the outermost that does.
import type { CallRule } from './agent-plan.ts';
import type { LoopFrame } from './loop-frame.ts';

/** Undefined: everybody who may answer at all. */
export function whomToAsk(
  { rules }: Pick<LoopFrame, 'rules'>,
  tool: { readonly name: string; readonly who: readonly string[] | undefined },
): readonly string[] | undefined {
  if (tool.who !== undefined) return tool.who;
  const wanting = rules.filter((rule) => asksFor(rule, tool.name));
  return [...wanting, ...rules].find(({ who }) => who !== undefined)?.who;
}

/** Whether the calls of this tool need an approval by the rule. */
export function asksFor({ approve = false }: CallRule, name: string): boolean {
  return typeof approve === 'boolean' ? approve : approve.includes(name);
}

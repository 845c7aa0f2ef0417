// News of tools
// Clients that keep a connection open are told when the list of their tools is another one.
// N1. Only of changes to the user's own workflows: others' changes are nobody's business.
// N2. Changes that come together are told once.
// N3. Only of what this engine changes; what other processes save is seen by whoever lists again.
import type { Engine } from '@skein/engine';

export type ToolUser = string | undefined;

const togetherMs = 100;

/** Gives back what ends it. */
export function watchTools(
  { workflows }: Pick<Engine, 'workflows'>,
  tell: (users: ReadonlySet<ToolUser>) => void,
): () => void {
  let changed = new Set<ToolUser>();
  let timer: NodeJS.Timeout | null = null;
  const tellAll = () => {
    const users = changed;
    changed = new Set();
    timer = null;
    tell(users);
  };
  const unwatch = workflows.watch(({ user }) => {
    changed.add(user);
    timer ??= setTimeout(tellAll, togetherMs).unref();
  });
  return () => {
    unwatch();
    if (timer !== null) clearTimeout(timer);
  };
}

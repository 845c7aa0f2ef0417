// Changes of tools
// Clients with an open connection are notified when their list of tools changes.
// N1. Only of changes to the user's own workflows.
// N2. Changes in quick succession are one notification.
// N3. Only of what this engine changes; what other processes save is seen when the tools are listed again.
import type { Engine } from '@skein/engine';

export type ToolUser = string | undefined;

const togetherMs = 100;

/** Returns a function that ends it. */
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

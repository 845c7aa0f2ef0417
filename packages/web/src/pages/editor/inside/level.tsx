// The level that is open
// Inside the definition of a workflow others may stand: what is on the canvas and beside it edits the one that is open, and what is
// about all of it, such as versions and triggers, is of the whole.
import { useEffect, useMemo, type ReactNode } from 'react';
import { knownPath } from '../../../graph/sub/inside.ts';
import {
  EditorContext,
  nothingSelected,
  useEditor,
  useEditorStore,
  useWholeStore,
} from '../state/editor-store.ts';
import { insideStore } from '../state/inside-store.ts';
import {
  PreflightContext,
  usePreflight,
  useWholePreflight,
  WholePreflight,
} from '../state/preflight.tsx';
import { problemsInside } from './problems-inside.ts';

/** The path to what is open. After an undo that took it away, as much of it as is still there. */
export function useOpenPath(): readonly string[] {
  const store = useEditorStore();
  const wanted = useEditor(({ inside }) => inside);
  const length = useEditor(({ inside, history }) => knownPath(history.present, inside).length);
  useEffect(() => {
    if (length < wanted.length)
      store.setState({ ...nothingSelected, inside: wanted.slice(0, length), isArranged: false });
  }, [store, wanted, length]);
  return useMemo(() => wanted.slice(0, length), [wanted, length]);
}

interface LevelProps {
  readonly path: readonly string[];
  readonly children: ReactNode;
}

/** What is in it edits the workflow at the end of the path. */
export function Level({ path, children }: LevelProps): ReactNode {
  const whole = useEditorStore();
  const found = usePreflight();
  const store = useMemo(
    () => (path.length === 0 ? whole : insideStore(whole, path)),
    [whole, path],
  );
  const preflight = useMemo(
    () => (path.length === 0 ? found : problemsInside(found, path)),
    [found, path],
  );
  return (
    <WholePreflight value={found}>
      <EditorContext value={store}>
        <PreflightContext value={preflight}>{children}</PreflightContext>
      </EditorContext>
    </WholePreflight>
  );
}

/** What is in it is about all of the workflow, whatever is open inside it. */
export function OfWhole({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <EditorContext value={useWholeStore()}>
      <OfWholePreflight>{children}</OfWholePreflight>
    </EditorContext>
  );
}

function OfWholePreflight({ children }: { readonly children: ReactNode }): ReactNode {
  return <PreflightContext value={useWholePreflight()}>{children}</PreflightContext>;
}

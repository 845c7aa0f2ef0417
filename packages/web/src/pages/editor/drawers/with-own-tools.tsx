import { ownValue } from '@skein/kernel';
import { useMemo, type ReactNode } from 'react';
import { OwnTools } from '../../../form/known-tools.ts';
import { ownToolsOf } from '../../../graph/forms/own-tools.ts';
import { useEditor } from '../state/editor-store.ts';

/** Offers the tools of the definition in the fields inside. */
export function WithOwnTools({ children }: { readonly children: ReactNode }): ReactNode {
  const tools = useEditor(({ history }) => ownValue(history.present, 'tools')) ?? null;
  const own = useMemo(() => ownToolsOf({ tools }), [tools]);
  return <OwnTools value={own}>{children}</OwnTools>;
}

import { isObject } from '@skein/kernel';
import { useCallback, type ReactNode } from 'react';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { createHistory } from '../../../graph/edit/history.ts';
import { VersionList } from '../../../versions/version-list.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { useEditor, useEditorStore } from '../state/editor-store.ts';

export function VersionsPanel({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const store = useEditorStore();
  const present = useEditor(({ history }) => history.present);
  const show = ({ definition, version }: WorkflowDetail) => {
    if (!isObject(definition)) return;
    store.setState({
      history: createHistory(definition),
      saved: definition,
      savedVersion: version,
      published: definition,
      version,
    });
  };
  const compare = useCallback((compared: string | null) => store.setState({ compared }), [store]);
  return (
    <EditorPanel title="Versions">
      <VersionList workflow={workflow.id} present={present} onRestored={show} onCompare={compare} />
    </EditorPanel>
  );
}

import type { ReactNode } from 'react';
import { FindPanel } from '../../../canvas/find-panel.tsx';
import { findNodes } from '../../../graph/edit/find-nodes.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { nothingSelected, useEditor, useEditorStore } from '../state/editor-store.ts';

interface EditorFindProps {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
  readonly onClose: () => void;
}

export function EditorFind({ form, sketch, onClose }: EditorFindProps): ReactNode {
  const store = useEditorStore();
  const definition = useEditor(({ history }) => history.present);
  const select = (nodes: readonly string[]) =>
    store.setState({ ...nothingSelected, nodes: new Set(nodes) });
  return (
    <FindPanel
      find={(words) => findNodes(form, { sketch, definition }, words)}
      onSelect={(node) => select([node])}
      onSelectAll={select}
      onClose={onClose}
    />
  );
}

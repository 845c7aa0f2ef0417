import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { removeParts } from '../../../graph/edit/remove-parts.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { SketchNode } from '../../../graph/sketch.ts';
import { EditorPanel } from '../panels/editor-panel.tsx';
import { change, nothingSelected, useEditorStore } from '../state/editor-store.ts';

interface MarkDrawerProps {
  readonly form: DocumentForm;
  readonly node: SketchNode;
}

/** A card that is no node, such as the end: it has no settings, and goes together with its edges. */
export function MarkDrawer({ form, node }: MarkDrawerProps): ReactNode {
  const store = useEditorStore();
  const close = () => store.setState(nothingSelected);
  return (
    <EditorPanel title={node.title} onClose={close}>
      <div className="grid gap-4">
        <p className="text-sm text-text-2">
          {node.subtitle}. Connect nodes to it; it has no settings.
        </p>
        <Button
          tone="danger"
          icon={Trash2}
          className="justify-self-start"
          onClick={() => {
            change(store, (definition) => removeParts(form, definition, { nodes: [node.id] }));
            close();
          }}
        >
          Remove with its edges
        </Button>
      </div>
    </EditorPanel>
  );
}

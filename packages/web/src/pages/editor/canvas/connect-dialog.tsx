import { useState, type ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Modal } from '../../../design/dialogs/modal.tsx';
import { Select } from '../../../design/controls/select.tsx';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { portWords, subagentPort, type Sketch, type SketchNode } from '../../../graph/sketch.ts';
import { useEditorStore } from '../state/editor-store.ts';
import { drawEdge } from './use-connecting.ts';

interface ConnectDialogProps {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
  /** The source of the edge; null: closed. */
  readonly from: string | null;
  readonly onClose: () => void;
}

/** Draws an edge with the keyboard. */
export function ConnectDialog({ form, sketch, from, onClose }: ConnectDialogProps): ReactNode {
  const node = from === null ? undefined : sketch.nodes.find(({ id }) => id === from);
  return (
    <Modal
      isOpen={node !== undefined}
      onOpenChange={onClose}
      title={`Connect ${node?.title ?? ''}`}
    >
      {node !== undefined && (
        <ConnectForm form={form} sketch={sketch} node={node} onClose={onClose} />
      )}
    </Modal>
  );
}

interface ConnectFormProps {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
  readonly node: SketchNode;
  readonly onClose: () => void;
}

function ConnectForm({ form, sketch, node, onClose }: ConnectFormProps): ReactNode {
  const store = useEditorStore();
  const ports = [
    ...node.ports.map((port) => ({ value: port.id, label: portWords(port) || 'Output' })),
    ...(node.isHub ? [{ value: subagentPort, label: 'As a subagent' }] : []),
  ];
  const targets = sketch.nodes
    .filter(({ id }) => id !== node.id)
    .map(({ id, title, subtitle }) => ({
      value: id,
      // The id only tells apart what has the same name.
      label: isNameTaken(sketch, title) ? `${title} (${subtitle}, ${id})` : title,
    }));
  const [out, setOut] = useState(ports[0]?.value ?? 'output');
  const [to, setTo] = useState(targets[0]?.value ?? '');
  return (
    <form
      className="grid gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (to !== '' && drawEdge(store, form, { from: node.id, out, to })) onClose();
      }}
    >
      <Field label="From port">
        {({ id }) => (
          <Select id={id} label="From port" value={out} onChange={setOut} options={ports} />
        )}
      </Field>
      <Field label="To node">
        {({ id }) => (
          <Select id={id} label="To node" value={to} onChange={setTo} options={targets} />
        )}
      </Field>
      <Button tone="primary" type="submit" className="justify-self-end" disabled={to === ''}>
        Connect
      </Button>
    </form>
  );
}

function isNameTaken({ nodes }: Sketch, name: string): boolean {
  return nodes.filter(({ title }) => title === name).length > 1;
}

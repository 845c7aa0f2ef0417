import { useReactFlow } from '@xyflow/react';
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignHorizontalDistributeCenter,
  AlignVerticalDistributeCenter,
  PackagePlus,
  SquareDashed,
  SquaresIntersect,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { arrange, type Arrangement } from '../../../graph/edit/arrange.ts';
import { moveNodes } from '../../../graph/edit/move-nodes.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { change, useEditor, useEditorStore } from '../state/editor-store.ts';
import { useAddFrame } from './use-add-frame.ts';
import { useSubWorkflows } from '../sub/use-sub-workflows.ts';

interface SelectionBarProps {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
}

const arrangements: readonly {
  readonly how: Arrangement;
  readonly label: string;
  readonly icon: LucideIcon;
}[] = [
  { how: 'column', label: 'Align in a column', icon: AlignCenterVertical },
  { how: 'row', label: 'Align in a row', icon: AlignCenterHorizontal },
  { how: 'across', label: 'Distribute across', icon: AlignHorizontalDistributeCenter },
  { how: 'down', label: 'Distribute down', icon: AlignVerticalDistributeCenter },
];

/** What can be done with several selected nodes. */
export function SelectionBar({ form, sketch }: SelectionBarProps): ReactNode {
  const store = useEditorStore();
  const flow = useReactFlow();
  const addFrame = useAddFrame();
  const { extract } = useSubWorkflows(form);
  const selected = useEditor((state) => state.nodes);
  if (selected.size < 2) return null;
  const move = (how: Arrangement) => {
    const places = new Map(
      [...selected].flatMap((id) => {
        const card = flow.getNode(id);
        return card === undefined ? [] : [[id, card.position] as const];
      }),
    );
    change(store, (definition) => moveNodes(form, definition, arrange(places, how)));
    store.setState({ isArranged: true });
  };
  const selectKind = () => {
    const types = new Set(
      sketch.nodes.filter(({ id }) => selected.has(id)).map(({ type }) => type),
    );
    const nodes = sketch.nodes.filter(({ type }) => types.has(type)).map(({ id }) => id);
    store.setState({ nodes: new Set(nodes), edges: new Set() });
  };
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className="absolute top-3 left-1/2 z-10 flex -translate-x-1/2 items-center rounded-lg border border-line bg-raised p-1 shadow-2"
    >
      <span className="num px-2 text-xs whitespace-nowrap text-text-2">
        {selected.size} selected
      </span>
      {arrangements.map(({ how, label, icon }) => (
        <IconButton key={how} size="sm" label={label} icon={icon} onClick={() => move(how)} />
      ))}
      <IconButton
        size="sm"
        label="Group the selection"
        icon={SquareDashed}
        onClick={() => addFrame('group')}
      />
      {form.dialect === 'native' && (
        <IconButton
          size="sm"
          label="Make a sub-workflow of the selection"
          icon={PackagePlus}
          onClick={extract}
        />
      )}
      <IconButton
        size="sm"
        label="Select all of the same kind"
        icon={SquaresIntersect}
        onClick={selectKind}
      />
    </div>
  );
}

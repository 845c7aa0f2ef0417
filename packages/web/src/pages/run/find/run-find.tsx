import { isObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { FindPanel } from '../../../canvas/find-panel.tsx';
import { findNodes } from '../../../graph/edit/find-nodes.ts';
import { findForm } from '../../../graph/forms/find-form.ts';
import type { Drawn } from '../../../graph/run/sketch-graph.ts';
import type { Sketch } from '../../../graph/sketch.ts';

interface RunFindProps {
  readonly sketch: Sketch;
  readonly source: Drawn;
  readonly onSelect: (node: string) => void;
  readonly onClose: () => void;
}

/** Where a definition is a list, its steps are found by their names. */
const listed = { palette: [], nodesKey: 'nodes' };

/** Finds nodes of a run as in the editor: by name, by type, and by the texts of their settings. */
export function RunFind({ sketch, source, onSelect, onClose }: RunFindProps): ReactNode {
  const form = findForm(source.dialect) ?? listed;
  const definition = isObject(source.definition) ? source.definition : {};
  return (
    <FindPanel
      find={(words) => findNodes(form, { sketch, definition }, words)}
      onSelect={onSelect}
      onClose={onClose}
    />
  );
}

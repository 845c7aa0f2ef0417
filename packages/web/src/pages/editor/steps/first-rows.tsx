import type { ReactNode } from 'react';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import type { DataPreview } from '../../../graph/steps/preview-data.ts';
import { useEditor, useEditorStore } from '../state/editor-store.ts';
import { StepRows } from './step-rows.tsx';

interface FirstRowsProps {
  readonly node: string;
  readonly preview: DataPreview;
}

/** The rows that the steps begin with: of a run, or a sample. */
export function FirstRows({ node, preview }: FirstRowsProps): ReactNode {
  const store = useEditorStore();
  const sample = useEditor(({ samples }) => samples.get(node) ?? '');
  const { rows, why, isSample } = preview;
  const isAsked = rows === null || isSample;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      {rows !== null && (
        <StepRows
          label="Rows before the steps"
          words={isSample ? 'Sample' : 'From the run'}
          before={null}
          after={rows}
        />
      )}
      {isAsked && (
        <div className="grid gap-2 rounded-md border border-line p-3">
          {rows === null && <p className="text-xs text-text-2">{why}</p>}
          <TextAreaField
            label="Sample rows"
            rows={3}
            placeholder='[{ "city": "Gent", "price": 12 }]'
            value={sample}
            onChange={(text) =>
              store.setState(({ samples }) => ({ samples: new Map(samples).set(node, text) }))
            }
          />
          <p className="text-xs text-text-3">
            Paste a JSON list to see what the steps do with it. It is not saved.
          </p>
        </div>
      )}
    </div>
  );
}

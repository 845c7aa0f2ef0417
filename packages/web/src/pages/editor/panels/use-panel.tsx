import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { addressOf } from '../../../data/request.ts';
import { useLastRun } from '../../../data/runs.ts';
import { useSession } from '../../../data/session.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { ToggleGroup } from '../../../design/controls/toggle-group.tsx';
import { snippetsOf } from '../../../graph/snippets-of.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { copyText } from '../../../viewers/copy-text.ts';
import { EditorPanel } from './editor-panel.tsx';
import { ShareSection } from './share-section.tsx';

/** How other programs start the workflow, ready to paste. */
export function UsePanel({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const [chosen, setChosen] = useState('curl');
  const last = useLastRun(workflow.id).data;
  const isClosed = useSession().data?.via !== 'local';
  const snippets = snippetsOf({
    isClosed,
    api: `${window.location.origin}${addressOf('')}`,
    workflow: workflow.id,
    input: JSON.stringify(last?.input ?? {}),
  });
  const shown = snippets.find(({ id }) => id === chosen);
  return (
    <EditorPanel title="Use it">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
        <p className="text-text-2">
          Other programs start the published version, and wait for its result for up to 30 seconds.{' '}
          {isClosed ? (
            <>
              Put a key of the <SettingsLink /> into its place.
            </>
          ) : (
            'This server is open to everyone on its machine: no key is needed.'
          )}
        </p>
        <ToggleGroup
          label="Language"
          choices={snippets.map(({ id, label }) => ({ value: id, label }))}
          value={chosen}
          onChange={setChosen}
        />
        <pre
          aria-label="Snippet"
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {visibleText(shown?.text ?? '')}
        </pre>
        <Button
          size="sm"
          icon={Copy}
          className="justify-self-start"
          onClick={() => copyText(shown?.text ?? '', 'snippet')}
        >
          Copy
        </Button>
        <ShareSection workflow={workflow.id} />
      </div>
    </EditorPanel>
  );
}

function SettingsLink(): ReactNode {
  return (
    <Link to="/settings" search={{ tab: 'keys' }} className="rounded-sm underline">
      settings
    </Link>
  );
}

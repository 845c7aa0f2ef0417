import { Copy, ExternalLink, MessagesSquare, Share2, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCreateShare, useDeleteShare, useShares, type Share } from '../../../data/shares.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { Tag } from '../../../design/status/tag.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { copyText } from '../../../viewers/copy-text.ts';

/** Pages on which people without a key start the workflow. */
export function ShareSection({ workflow }: { readonly workflow: string }): ReactNode {
  const { data } = useShares(workflow);
  const [isSharing, setSharing] = useState<Share['kind'] | null>(null);
  return (
    <section aria-label="Share a page" className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">Share a page</h3>
      <p className="text-text-2">
        A form with the fields of the input, or a chat, for people without a key. Whoever has its
        address starts the published version, as you. Nothing is shared until you do it here.
      </p>
      <ul className="grid gap-2 empty:hidden">
        {data?.items.map((share) => (
          <ShareRow key={share.id} workflow={workflow} share={share} />
        ))}
      </ul>
      <Button
        size="sm"
        icon={Share2}
        className="justify-self-start"
        onClick={() => setSharing('form')}
      >
        Share a form
      </Button>
      <Button
        size="sm"
        icon={MessagesSquare}
        className="justify-self-start"
        onClick={() => setSharing('chat')}
      >
        Share a chat
      </Button>
      {isSharing !== null && (
        <ShareDialog workflow={workflow} kind={isSharing} onClose={() => setSharing(null)} />
      )}
    </section>
  );
}

interface ShareRowProps {
  readonly workflow: string;
  readonly share: Share;
}

function ShareRow({ workflow, share }: ShareRowProps): ReactNode {
  const remove = useDeleteShare(workflow);
  const title = visibleText(share.title ?? (share.kind === 'chat' ? 'Chat' : 'Form'));
  return (
    <li className="flex items-center gap-2 rounded-md border border-line px-3 py-2">
      <span className="min-w-0 flex-1 truncate">{title}</span>
      <Tag>{share.kind}</Tag>
      <IconButton
        size="sm"
        icon={Copy}
        label={`Copy the address of ${title}`}
        onClick={() => copyText(share.url, 'address')}
      />
      <a
        href={share.url}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open ${title}`}
        className="grid size-7 place-items-center rounded-md text-text-2 hover:bg-sunken"
      >
        <ExternalLink size={16} aria-hidden />
      </a>
      <IconButton
        size="sm"
        icon={Trash2}
        label={`Stop sharing ${title}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate(share.id)}
      />
    </li>
  );
}

interface ShareDialogProps {
  readonly workflow: string;
  readonly kind: Share['kind'];
  readonly onClose: () => void;
}

type Theme = Share['theme'];

function ShareDialog({ workflow, kind, onClose }: ShareDialogProps): ReactNode {
  const [title, setTitle] = useState('');
  const [intro, setIntro] = useState('');
  const [theme, setTheme] = useState<Theme>('system');
  const [frames, setFrames] = useState('');
  const create = useCreateShare(workflow, () => {
    showToast({ tone: 'ok', text: 'Shared. Copy its address to send it to others.' });
    onClose();
  });
  return (
    <FormDialog
      title={kind === 'chat' ? 'Share a chat' : 'Share a form'}
      action="Share"
      isBusy={create.isPending}
      onClose={onClose}
      onSubmit={() =>
        create.mutate({
          kind,
          theme,
          frames: frames.split(/[\s,]+/).filter((each) => each !== ''),
          title: title.trim() || undefined,
          intro: intro.trim() || undefined,
        })
      }
    >
      <TextField
        label="Title"
        note="Empty: the name of the workflow."
        maxLength={200}
        value={title}
        onChange={setTitle}
      />
      <TextAreaField label="Introduction" rows={3} value={intro} onChange={setIntro} />
      <SelectField
        label="Theme"
        value={theme}
        // The options are these.
        onChange={(next) => setTheme(next as Theme)}
        options={[
          { value: 'system', label: 'As the visitor has it' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <TextField
        label="Pages that may embed it"
        note="Optional. Such as https://www.example.com, separated by commas. Without one nobody may."
        value={frames}
        onChange={setFrames}
        className="font-mono"
      />
    </FormDialog>
  );
}

import { CodeXml, Copy, ExternalLink, MessagesSquare, Share2, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCreateShare, useDeleteShare, useShares, type Share } from '../../../data/shares.ts';
import { useChosenWorkflow } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { Tag } from '../../../design/status/tag.tsx';
import { dueWords } from '../../../text/time-words.ts';
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
        A form with the fields of the input, or a chat, for people without a key or only for those
        who have signed in here. Whoever may open it starts the published version, as you. Nothing
        is shared until you do it here.
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
  // Called as its page is: without a title, like the workflow.
  const name = useChosenWorkflow(workflow)?.name ?? workflow;
  const title = visibleText(share.title ?? name);
  return (
    <li className="flex items-center gap-2 rounded-md border border-line px-3 py-2">
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {share.expiresAt !== null && <Tag>{endWords(share.expiresAt)}</Tag>}
      <Tag>{share.kind}</Tag>
      {share.audience === 'users' && <Tag>signed in</Tag>}
      <IconButton
        size="sm"
        icon={Copy}
        label={`Copy the address of ${title}`}
        onClick={() => copyText(share.url, 'address')}
      />
      {share.frames.length > 0 && (
        <IconButton
          size="sm"
          icon={CodeXml}
          label={`Copy the code that embeds ${title}`}
          onClick={() => copyText(embedCode(share.url, title), 'code')}
        />
      )}
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

function endWords(expiresAt: string): string {
  const due = dueWords(expiresAt, Date.now());
  return due === 'overdue' ? 'ended' : `ends ${due}`;
}

/** For a page that may embed it; the title is written by people, and an attribute. */
function embedCode(url: string, title: string): string {
  const name = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${url}" title="${name}" width="100%" height="600" style="border: 0"></iframe>`;
}

interface ShareDialogProps {
  readonly workflow: string;
  readonly kind: Share['kind'];
  readonly onClose: () => void;
}

type Theme = Share['theme'];
type Audience = Share['audience'];

const audiences = [
  { value: 'anyone', label: 'Anyone with the address' },
  { value: 'users', label: 'Only signed-in users of this server' },
];

const themes = [
  { value: 'system', label: 'As the visitor has it' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
/** By their number of days. */
const ends = [
  { value: '', label: 'When you stop sharing it' },
  { value: '1', label: 'After a day' },
  { value: '7', label: 'After a week' },
  { value: '30', label: 'After 30 days' },
];
const dayMs = 86_400_000;

function endAfter(days: string): string | undefined {
  return days === '' ? undefined : new Date(Date.now() + Number(days) * dayMs).toISOString();
}

function ShareDialog({ workflow, kind, onClose }: ShareDialogProps): ReactNode {
  const [title, setTitle] = useState('');
  const [intro, setIntro] = useState('');
  const [theme, setTheme] = useState<Theme>('system');
  const [audience, setAudience] = useState<Audience>('anyone');
  const [frames, setFrames] = useState('');
  const [days, setDays] = useState('');
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
          audience,
          frames: audience === 'users' ? [] : frames.split(/[\s,]+/).filter(Boolean),
          expiresAt: endAfter(days),
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
        label="Who may use it"
        value={audience}
        // The options are these.
        onChange={(next) => setAudience(next as Audience)}
        options={audiences}
      />
      <SelectField
        label="Theme"
        value={theme}
        // The options are these.
        onChange={(next) => setTheme(next as Theme)}
        options={themes}
      />
      <SelectField label="Ends" value={days} onChange={setDays} options={ends} />
      {/* Browsers do not tell other sites' frames that somebody has signed in here. */}
      {audience === 'anyone' && (
        <TextField
          label="Pages that may embed it"
          note="Optional. Such as https://www.example.com, separated by commas. Without one nobody may."
          value={frames}
          onChange={setFrames}
          className="font-mono"
        />
      )}
    </FormDialog>
  );
}

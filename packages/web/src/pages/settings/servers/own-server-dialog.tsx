import { useState, type ReactNode } from 'react';
import { useMcpServers } from '../../../data/settings/mcp-servers.ts';
import {
  useOwnMcpServers,
  usePutOwnMcpServer,
  type OwnMcpServer,
} from '../../../data/settings/own-mcp-servers.ts';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { HeaderFields, type Header } from './header-fields.tsx';

interface OwnServerDialogProps {
  /** The server to change; undefined: a new one. */
  readonly server?: OwnMcpServer;
  readonly onClose: () => void;
}

/** Stays open when the server was saved but cannot be used, so that its address or headers can be corrected. */
export function OwnServerDialog({ server, onClose }: OwnServerDialogProps): ReactNode {
  const [saved, setSaved] = useState(server);
  const [name, setName] = useState(server?.name ?? '');
  const [url, setUrl] = useState(server?.url ?? '');
  const [headers, setHeaders] = useState(() => headersOf(server));
  const [problem, setProblem] = useState<string | null>(null);
  const whoHas = useTakenNames();
  const put = usePutOwnMcpServer((answer) => {
    setSaved(answer);
    setProblem(tellSaved(answer));
    if (answer.state !== 'failed') onClose();
  });
  const save = () => {
    const taken = saved === undefined ? whoHas(name) : null;
    setProblem(taken);
    if (taken !== null) return;
    const given = Object.fromEntries(headers.map((each) => [each.name.trim(), each.value]));
    put.mutate({ name, body: { ...saved?.settings, url: url.trim(), headers: given } });
  };
  const title = saved === undefined ? 'Add an MCP server' : `Edit ${visibleText(saved.name)}`;
  return (
    <FormDialog
      title={title}
      action={put.isPending ? 'Connecting…' : 'Save'}
      isBusy={put.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {saved === undefined && (
        <TextField
          label="Name"
          note="Its tools are called <name>-<tool>."
          required
          pattern="[A-Za-z0-9_\-]{1,64}"
          title="Letters, digits, _ and -"
          placeholder="crm"
          value={name}
          onChange={setName}
          className="font-mono"
        />
      )}
      <TextField
        label="URL"
        note="Where it speaks MCP over HTTP. Addresses in the network of this server are refused unless its configuration allows them."
        required
        type="url"
        pattern="[hH][tT][tT][pP][sS]?://.+"
        title="An address that begins with https:// or http://"
        maxLength={2000}
        placeholder="https://mcp.example.com/mcp"
        value={url}
        onChange={setUrl}
        className="font-mono"
      />
      <HeaderFields headers={headers} onChange={setHeaders} />
      {problem !== null && (
        <p role="alert" className="rounded-md bg-bad-soft p-3 text-sm break-words text-bad-text">
          {visibleText(problem)}
        </p>
      )}
    </FormDialog>
  );
}

function headersOf(server: OwnMcpServer | undefined): readonly Header[] {
  return Object.entries(server?.headers ?? {}).map(([name, value]) => ({ name, value }));
}

/** Says who has a name already; null if it is free. Saving would overwrite the user's own server of that name. */
function useTakenNames(): (name: string) => string | null {
  const own = useOwnMcpServers().data?.items ?? [];
  const configured = useMcpServers().data?.items ?? [];
  return (name) => {
    if (own.some((each) => each.name === name))
      return `You already have a server called ${name}. Choose another name, or edit that one.`;
    if (configured.some((each) => each.name === name))
      return `The configuration already has a server called ${name}, whose tools would be used instead. Choose another name.`;
    return null;
  };
}

/** Tells the result, also to somebody who has closed the dialog. Returns what is wrong with the server. */
function tellSaved({ name, state, error }: OwnMcpServer): string | null {
  if (state !== 'failed') {
    showToast({ tone: 'ok', text: `Saved ${name}.` });
    return null;
  }
  showToast({ tone: 'bad', text: `Saved ${name}, but it cannot be used yet.` });
  return `Saved, but it cannot be used yet. ${error ?? ''}`;
}

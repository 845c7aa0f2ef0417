import { useState, type ReactNode } from 'react';
import { useMcpServers } from '../../../data/settings/mcp-servers.ts';
import {
  useOwnMcpServers,
  usePutOwnMcpServer,
  type OwnMcpServer,
} from '../../../data/settings/own-mcp-servers.ts';
import { showToast } from '../../../design/feedback/toasts.ts';
import { isSignInWanted } from './is-sign-in-wanted.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { wantedSignIn } from '../../../text/wanted-sign-in.ts';
import { HeaderFields } from './header-fields.tsx';
import { fromPairs, pairsOf } from './header-pairs.ts';
import { ServerAccount } from './server-account.tsx';
import { ServerFrame } from './server-frame.tsx';
import { ServerUrl } from './server-url.tsx';

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
  const [account, setAccount] = useState(server?.settings.auth?.connection ?? '');
  const [headers, setHeaders] = useState(() => pairsOf(server?.headers));
  const [problem, setProblem] = useState<string | null>(null);
  const [isOffered, setOffered] = useState(false);
  const whoHas = useTakenNames();
  const put = usePutOwnMcpServer((answer) => {
    setSaved(answer);
    setOffered(isSignInWanted(answer.error, headers));
    setProblem(tellSaved(answer));
    if (answer.state !== 'failed') onClose();
  });
  const save = () => {
    const taken = saved === undefined ? whoHas(name) : null;
    setProblem(taken);
    if (taken !== null) return;
    put.mutate(given(account));
  };
  const given = (connection: string) => {
    const auth = connection === '' ? undefined : { connection };
    const reached = { url: url.trim(), headers: fromPairs(headers), auth };
    return { name, body: { ...saved?.settings, ...reached } };
  };
  const signIn = {
    name: account || name,
    isNew: account === '',
    url: url.trim(),
    save: (connection: string) => put.mutateAsync(given(connection)),
  };
  const title = saved === undefined ? 'Add an MCP server' : `Edit ${visibleText(saved.name)}`;
  return (
    <ServerFrame
      title={title}
      action="Save"
      isBusy={put.isPending}
      problem={problem}
      signIn={isOffered ? signIn : undefined}
      name={saved === undefined ? { value: name, onChange: setName } : undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <ServerUrl
        note="Where it speaks MCP over HTTP. Addresses in the network of this server are refused unless its configuration allows them."
        value={url}
        onChange={setUrl}
      />
      <ServerAccount value={account} onChange={setAccount} />
      <HeaderFields headers={headers} onChange={setHeaders} />
    </ServerFrame>
  );
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
  // The dialog offers what is left to do.
  if (wantedSignIn(error) === null)
    showToast({ tone: 'bad', text: `Saved ${name}, but it cannot be used yet.` });
  return `Saved, but it cannot be used yet. ${error ?? ''}`;
}

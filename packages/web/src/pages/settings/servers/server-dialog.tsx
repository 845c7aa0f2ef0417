import { useState, type ReactNode } from 'react';
import {
  useMcpServerSettings,
  usePutMcpServer,
  type McpServer,
  type McpServerSettings,
} from '../../../data/settings/mcp-servers.ts';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { isSignInWanted } from './is-sign-in-wanted.ts';
import { HeaderFields, type Header } from './header-fields.tsx';
import { joinWords, splitWords } from './command-words.ts';
import { fromPairs, pairsOf } from './header-pairs.ts';
import { ServerAccount } from './server-account.tsx';
import { ServerFrame } from './server-frame.tsx';
import { ServerUrl } from './server-url.tsx';

interface ServerDialogProps {
  /** The server to change; undefined: a new one. */
  readonly name?: string;
  readonly onClose: () => void;
}

export function ServerDialog(props: ServerDialogProps): ReactNode {
  const { data } = useMcpServerSettings(props.name);
  // The fields begin with what was set.
  if (props.name !== undefined && data === undefined) return null;
  return <ServerForm {...props} settings={data?.settings} />;
}

const ways = [
  { value: 'command', label: 'A command that this server starts' },
  { value: 'url', label: 'An address' },
];

/** Stays open when the server was saved but cannot be used, so that it can be corrected. */
function ServerForm({
  name: known,
  settings,
  onClose,
}: ServerDialogProps & { readonly settings: McpServerSettings | undefined }): ReactNode {
  const [way, setWay] = useState(settings?.url === undefined ? 'command' : 'url');
  const [name, setName] = useState(known ?? '');
  const [command, setCommand] = useState(
    joinWords([settings?.command ?? '', ...(settings?.args ?? [])]),
  );
  const [variables, setVariables] = useState(() => pairsOf(settings?.env));
  const [url, setUrl] = useState(settings?.url ?? '');
  const [headers, setHeaders] = useState(() => pairsOf(settings?.headers));
  const [account, setAccount] = useState(settings?.auth?.connection ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isOffered, setOffered] = useState(false);
  const put = usePutMcpServer((server) => {
    setProblem(tellSaved(server));
    setOffered(isSignInWanted(server.error, headers));
    if (server.state !== 'failed') onClose();
  });
  const isCommand = way === 'command';
  const given = (connection: string) => {
    const [program = '', ...args] = splitWords(command);
    const { tools, disabled } = settings ?? {};
    const auth = connection === '' ? undefined : { connection };
    const reached = isCommand
      ? { command: program, args, env: fromPairs(variables) }
      : { url: url.trim(), headers: fromPairs(headers), auth };
    return { name, settings: { ...reached, tools, disabled } };
  };
  const signIn = {
    name: account || name,
    isNew: account === '',
    url: url.trim(),
    save: (connection: string) => put.mutateAsync(given(connection)),
  };
  return (
    <ServerFrame
      title={known === undefined ? 'Add an MCP server' : `Change ${visibleText(known)}`}
      action="Save and connect"
      isBusy={put.isPending}
      problem={problem}
      name={known === undefined ? { value: name, onChange: setName } : undefined}
      signIn={isOffered && !isCommand ? signIn : undefined}
      onSubmit={() => put.mutate(given(account))}
      onClose={onClose}
    >
      <SelectField label="How it is reached" value={way} onChange={setWay} options={ways} />
      <ReachFields
        isCommand={isCommand}
        command={command}
        onCommand={setCommand}
        variables={variables}
        onVariables={setVariables}
        url={url}
        onUrl={setUrl}
        headers={headers}
        onHeaders={setHeaders}
        account={account}
        onAccount={setAccount}
      />
    </ServerFrame>
  );
}

function tellSaved({ name, state, error, tools }: McpServer): string | null {
  if (state !== 'failed') {
    showToast({ tone: 'ok', text: `Saved ${name}: ${tools.length} tools.` });
    return null;
  }
  return `Saved, but it cannot be used yet. ${error ?? ''}`;
}

interface ReachFieldsProps {
  readonly isCommand: boolean;
  readonly command: string;
  readonly onCommand: (command: string) => void;
  readonly variables: readonly Header[];
  readonly onVariables: (variables: readonly Header[]) => void;
  readonly url: string;
  readonly onUrl: (url: string) => void;
  readonly headers: readonly Header[];
  readonly onHeaders: (headers: readonly Header[]) => void;
  readonly account: string;
  readonly onAccount: (account: string) => void;
}

/** What starts it, or where it is. */
function ReachFields(props: ReachFieldsProps): ReactNode {
  const { isCommand, command, onCommand, variables, onVariables } = props;
  const { url, onUrl, headers, onHeaders, account, onAccount } = props;
  if (isCommand)
    return (
      <>
        <TextField
          label="Command"
          note="Runs on the machine of this server, with its rights. Only add what you trust."
          required
          maxLength={4000}
          placeholder="npx -y @modelcontextprotocol/server-filesystem /srv/files"
          value={command}
          onChange={onCommand}
          className="font-mono"
        />
        <HeaderFields kind="variable" headers={variables} onChange={onVariables} />
      </>
    );
  return (
    <>
      <ServerUrl note="Where it speaks MCP over HTTP." value={url} onChange={onUrl} />
      <ServerAccount value={account} onChange={onAccount} />
      <HeaderFields kind="header" whose="server" headers={headers} onChange={onHeaders} />
    </>
  );
}

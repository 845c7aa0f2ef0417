import { useState, type ReactNode } from 'react';
import { showToast } from '../../design/feedback/toasts.ts';
import { usePutSecret, type Secret, type Whose } from '../../data/secrets.ts';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { TextField } from '../../design/controls/text-field.tsx';

interface SecretDialogProps {
  readonly whose: Whose;
  /** The secret to replace; undefined: a new one. */
  readonly secret?: Secret;
  readonly onClose: () => void;
}

const referrers: Readonly<Record<Whose, string>> = {
  server: 'the configuration',
  own: 'headers of your MCP servers',
};

export function SecretDialog({ whose, secret, onClose }: SecretDialogProps): ReactNode {
  const [name, setName] = useState(secret?.name ?? '');
  const [value, setValue] = useState('');
  const [hosts, setHosts] = useState(secret?.hosts?.join(', ') ?? '');
  const put = usePutSecret(whose, () => {
    showToast({ tone: 'ok', text: `Saved ${name}. It cannot be shown again.` });
    onClose();
  });
  const save = () =>
    put.mutate({ name, value, hosts: hosts.split(/[\s,]+/).filter((host) => host !== '') });
  const title = secret === undefined ? 'Add a secret' : `Replace ${secret.name}`;
  return (
    <FormDialog
      title={title}
      action="Save"
      isBusy={put.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {secret === undefined && (
        <TextField
          label="Name"
          note={`Referenced in ${referrers[whose]} as \${NAME}.`}
          required
          pattern="[A-Za-z_][A-Za-z0-9_.\-]{0,127}"
          title="Letters, digits, _ . and -; must not start with a digit"
          placeholder="OPENAI_API_KEY"
          value={name}
          onChange={setName}
          className="font-mono"
        />
      )}
      <TextField
        label="Value"
        note="Encrypted when saved. It cannot be read again."
        required
        type="password"
        autoComplete="off"
        value={value}
        onChange={setValue}
        className="font-mono"
      />
      <TextField
        label="Allowed hosts"
        note="Optional. Host names, separated by commas."
        placeholder="api.example.com"
        value={hosts}
        onChange={setHosts}
        className="font-mono"
      />
    </FormDialog>
  );
}

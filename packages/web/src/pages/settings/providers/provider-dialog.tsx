import { useState, type ReactNode } from 'react';
import {
  usePutProvider,
  type Provider,
  type ProviderBody,
} from '../../../data/settings/providers.ts';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { providerNames, type ProviderType } from './provider-names.ts';

interface ProviderDialogProps {
  /** The provider to change; undefined: a new one. */
  readonly provider?: Provider;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

export function ProviderDialog({ provider, onSaved, onClose }: ProviderDialogProps): ReactNode {
  const [type, setType] = useState<ProviderType>(
    // The server knows these types only.
    (provider?.type as ProviderType | undefined) ?? 'openai',
  );
  const isCompatible = type === 'openai-compatible';
  const [name, setName] = useState(provider?.id ?? '');
  // Saving writes all of it: an address that is not shown would be lost.
  const [address, setAddress] = useState(provider?.baseURL ?? '');
  const [secret, setSecret] = useState('');
  const id = provider?.id ?? (isCompatible ? name.trim().toLowerCase() : type);
  const put = usePutProvider(() => {
    showToast({ tone: 'ok', text: 'Saved. It is used where you choose it.' });
    onSaved(id);
  });
  const save = () => {
    const body: ProviderBody = {
      type,
      baseURL: address.trim() || undefined,
      key: secret || undefined,
      prices: provider?.prices,
    };
    put.mutate({ id, body });
  };
  return (
    <FormDialog
      title={provider === undefined ? 'Add a provider' : `Change ${provider.id}`}
      action={put.isPending ? 'Saving…' : 'Save'}
      isBusy={put.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {provider === undefined && (
        <SelectField
          label="Provider"
          value={type}
          // The options are these types.
          onChange={(next) => setType(next as ProviderType)}
          options={Object.entries(providerNames).map(([value, label]) => ({ value, label }))}
        />
      )}
      {provider === undefined && isCompatible && (
        <TextField
          label="Name"
          note="Its models are called <name>/<model>."
          required
          pattern="[a-zA-Z0-9][a-zA-Z0-9_\-]{0,39}"
          title="Letters, digits, _ and -"
          placeholder="local"
          value={name}
          onChange={setName}
        />
      )}
      <KeyFields
        isCompatible={isCompatible}
        hasKey={provider?.hasKey === true}
        secret={secret}
        onSecret={setSecret}
        address={address}
        onAddress={setAddress}
      />
    </FormDialog>
  );
}

interface KeyFieldsProps {
  readonly isCompatible: boolean;
  readonly hasKey: boolean;
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
  readonly address: string;
  readonly onAddress: (address: string) => void;
}

function KeyFields(props: KeyFieldsProps): ReactNode {
  const { isCompatible, hasKey, secret, onSecret, address, onAddress } = props;
  return (
    <>
      <TextField
        label="API key"
        note={
          hasKey
            ? 'Empty: the key that is stored stays.'
            : 'Encrypted when saved, and sent to this provider only. It cannot be read again.'
        }
        type="password"
        autoComplete="off"
        required={!isCompatible && !hasKey}
        value={secret}
        onChange={onSecret}
        className="font-mono"
      />
      <TextField
        label="Address"
        note={isCompatible ? 'Where it speaks like OpenAI.' : 'Optional: of a gateway of your own.'}
        type="url"
        required={isCompatible}
        maxLength={2000}
        placeholder={isCompatible ? 'http://localhost:11434/v1' : ''}
        value={address}
        onChange={onAddress}
        className="font-mono"
      />
    </>
  );
}

import { useState, type ReactNode } from 'react';
import {
  usePutProvider,
  type Provider,
  type ProviderBody,
} from '../../../data/settings/providers.ts';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface PriceDialogProps {
  readonly provider: Provider;
  readonly model: string;
  /** What is known of it; null: nothing. */
  readonly price: Provider['prices'][string] | null;
  readonly onClose: () => void;
}

/** What a model costs: later calls are counted with it. */
export function PriceDialog({ provider, model, price, onClose }: PriceDialogProps): ReactNode {
  const [input, setInput] = useState(price === null ? '' : String(price.input));
  const [output, setOutput] = useState(price === null ? '' : String(price.output));
  const put = usePutProvider(() => {
    showToast({ tone: 'ok', text: `Saved. Calls of ${visibleText(model)} cost that from now on.` });
    onClose();
  });
  const save = () => {
    const prices = {
      ...provider.prices,
      [model]: { input: Number(input), output: Number(output) },
    };
    const { type, baseURL } = provider;
    // The server knows these types only; the key that is stored stays.
    const body = { type: type as ProviderBody['type'], baseURL: baseURL ?? undefined, prices };
    put.mutate({ id: provider.id, body });
  };
  return (
    <FormDialog
      title={`Price of ${visibleText(model)}`}
      action={put.isPending ? 'Saving…' : 'Save'}
      isBusy={put.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <PriceField label="Input" note={unit} value={input} onChange={setInput} />
      <PriceField label="Output" note={unit} value={output} onChange={setOutput} />
    </FormDialog>
  );
}

const unit = 'US dollars for a million tokens.';

interface PriceFieldProps {
  readonly label: string;
  readonly note: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PriceField(props: PriceFieldProps): ReactNode {
  return <TextField {...props} type="number" inputMode="decimal" required min={0} step="any" />;
}
